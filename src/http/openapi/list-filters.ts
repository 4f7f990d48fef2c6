import { LABEL_KEY_PATTERN, MAX_LABELS } from '../wire-labels.js';
import type { Refusal } from './answers.js';
import { queryParameter, type Parameter } from './operation.js';
import { oneOf, reference, text } from './schema.js';

const NAME = 255;
const ANY = 'by default of any';

/** The query parameters that lists are filtered by; given together they all have to hold. */
export const LIST_FILTERS = {
  zone: queryParameter('zone', text(`Those of this zone, which must be known; ${ANY}.`, NAME)),
  provider: queryParameter('provider', reference(`Those of this provider; ${ANY}.`)),
  reservation: queryParameter('reservation', reference(`Those that draw on this reservation; ${ANY}.`)),
  tenant: queryParameter('tenant', text(`Those for this tenant; ${ANY}.`, NAME)),
  name: queryParameter('name', text('Those of exactly this name.', NAME)),
  label: queryParameter('label', {
    type: 'array',
    maxItems: MAX_LABELS,
    items: { type: 'string', pattern: `${LABEL_KEY_PATTERN.slice(0, -1)}(:[^]*)?$` },
    description:
      'Those with this label: `key:value`, or `key` for one with whatever text. Repeated: with all of them.',
  }),
  from: time('from', 'Those in force at this time or later.'),
  to: time('to', 'Those in force before this time; with `from`, at some instant between the two.'),
};

export function stateFilter(states: readonly string[], more = ''): Parameter {
  return queryParameter('state', oneOf(states, `Those in this state; by default in any.${more}`));
}

export function kindFilter(kinds: readonly string[], more = ''): Parameter {
  return queryParameter('kind', oneOf(kinds, `Those of this kind; ${ANY}.${more}`));
}

function time(name: string, description: string): Parameter {
  return queryParameter(name, { type: 'string', format: 'date-time', description });
}

/** A zone that is misspelled must not look like one with nothing in it. */
export const UNKNOWN_ZONE: Refusal = {
  description: 'There is no such zone (`unknown-zone`).',
  code: 'unknown-zone',
  detail: "zone 'nowhere' is not known",
  field: 'zone',
};
