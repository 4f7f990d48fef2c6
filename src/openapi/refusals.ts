import type { Refusal } from './problems.js';

/** The refusals that operations of several modules document. */

export type Refusals = Readonly<Record<number, Refusal>>;

/** 404 for an id that names nothing. */
export function unknown(noun: string, more: Partial<Refusal> = {}): Refusal {
  return {
    description: `There is no such ${noun} (\`unknown-${noun}\`).`,
    code: `unknown-${noun}`,
    detail: `no ${noun} found for specified identifier`,
    ...more,
  };
}

/** A zone that is misspelled must not look like one with nothing in it. */
export const UNKNOWN_ZONE = unknown('zone', { detail: "zone 'nowhere' is not known", field: 'zone' });

export const UNKNOWN_ZONE_ID = unknown('zone', {
  description: 'No provider is in the zone (`unknown-zone`).',
  detail: "zoneId 'nowhere' is not known",
  field: 'zoneId',
});

export const NOT_AN_OBJECT: Refusal = {
  description: 'There is a body, although none is needed, and it is no JSON object (`body-not-an-object`).',
  code: 'body-not-an-object',
  detail: 'The body must be a JSON object.',
};

/** 400 for a body; the example is about one member. */
export function malformed(
  field: string,
  detail = `must provide '${field}' parameter`,
  rest = 'or a member is missing or wrong (`invalid-request`).',
): Refusal {
  return {
    description: `The body is malformed (\`malformed-json\`, \`body-not-an-object\`), ${rest}`,
    code: 'invalid-request',
    detail,
    field,
    title: 'Invalid request',
  };
}
