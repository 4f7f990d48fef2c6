import type { LabelFilter } from '../../kernel/marks.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { isAtMost } from '../../kernel/speakable.js';
import { oneOrListCheck, stringCheck, type WireCheck, type WireFlaw } from './wire-checks.js';
import { listSchema, type WireSchema } from './wire-schemas.js';
import { Checked, readList } from './wire-types.js';

const MAX_LABELS = 32;
const MAX_LABEL_KEY = 63;
const MAX_LABEL_VALUE = 255;

const KEY_CHARACTERS = 'A-Za-z0-9._/-';
const LABEL_KEY_PATTERN = `^[${KEY_CHARACTERS}]{1,${MAX_LABEL_KEY}}$`;
const LABEL_KEY = new RegExp(LABEL_KEY_PATTERN);

/** A flaw of one label names its key. */
export function labelsCheck(): WireCheck {
  const shape = { path: [], detail: `must be an object of at most ${MAX_LABELS} labels` };
  return (labels) => {
    if (!isPlainObject(labels) || Object.keys(labels).length > MAX_LABELS) return shape;
    return Object.entries(labels)
      .map(([key, value]) => labelFlaw(key, value))
      .find((flaw) => flaw !== undefined);
  };
}

function labelFlaw(key: string, value: unknown): WireFlaw | undefined {
  if (!isLabelKey(key)) {
    const detail = `must have 1 to ${MAX_LABEL_KEY} characters of ${KEY_CHARACTERS} in its key`;
    return { path: [key.slice(0, MAX_LABEL_KEY + 1)], detail };
  }
  if (typeof value === 'string' && isAtMost(value, MAX_LABEL_VALUE)) return undefined;
  return { path: [key], detail: `must be a string of at most ${MAX_LABEL_VALUE} characters` };
}

function isLabelKey(text: string): boolean {
  return LABEL_KEY.test(text);
}

/** Labels of a reservation or an instance: up to 32 pairs of a key and a text. */
export const IsLabels = (): PropertyDecorator => Checked(labelsCheck(), { schema: LABELS_SCHEMA });

const LABELS_SCHEMA: WireSchema = {
  type: 'object',
  maxProperties: MAX_LABELS,
  propertyNames: { pattern: LABEL_KEY_PATTERN },
  additionalProperties: { type: 'string', maxLength: MAX_LABEL_VALUE },
};

/** One label to look for or several, each as `key` or `key:value`. Read it with `readLabelFilters`. */
export const IsLabelFilter = (): PropertyDecorator =>
  Checked(oneOrListCheck(labelFilterCheck, MAX_LABELS), {
    schema: listSchema({ type: 'string', pattern: LABEL_FILTER_PATTERN }, MAX_LABELS),
  });

const LABEL_FILTER_PATTERN = `${LABEL_KEY_PATTERN.slice(0, -1)}(:[^]*)?$`;

const labelFilterCheck = stringCheck('must be key or key:value', (text) =>
  isLabelKey(readLabelFilter(text).key),
);

/** Reads what `@IsLabelFilter()` let through. */
export function readLabelFilters(value: string | readonly string[] | undefined): LabelFilter[] {
  return readList(value).map(readLabelFilter);
}

/** No key has a colon in it. */
function readLabelFilter(text: string): LabelFilter {
  const colon = text.indexOf(':');
  return colon < 0 ? { key: text } : { key: text.slice(0, colon), value: text.slice(colon + 1) };
}
