/**
 * The JSON Schema keywords that say what a check of `wire-checks.ts` accepts. A check travels with its schema, so that the OpenAPI
 * document states no constraint a second time.
 */
export type WireSchema = Readonly<Record<string, unknown>>;

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const KINDS = 'ResourceProvider|ResourcePool|ResourceReservation|ResourceAllocation';

/** `<Kind>:<id>`, as answers write it. */
export const COLLECTION_SCHEMA: WireSchema = { type: 'string', pattern: `^(${KINDS}):${UUID}$` };

export const UUID_SCHEMA: WireSchema = { type: 'string', format: 'uuid' };

export function textSchema(maxLength: number): WireSchema {
  return { type: 'string', minLength: 1, maxLength };
}

/** A schema can't bound the digits of a string. */
export function amountSchema(maximum: number, minimum = 0): WireSchema {
  return {
    anyOf: [
      { type: 'integer', minimum, maximum },
      { type: 'string', pattern: '^[0-9]+$' },
    ],
  };
}

export function timeSchema(edge: 'start' | 'end', nullable: boolean): WireSchema {
  const time = { type: 'string', format: 'date-time' };
  if (edge === 'start') return { anyOf: [time, { enum: [0, '0', null] }] };
  return { ...time, ...(nullable ? { nullable } : {}) };
}

/** An id, bare or as `<Kind>:<id>`. */
export function referenceSchema(kinds = `(${KINDS})`): WireSchema {
  return { type: 'string', pattern: `^(${kinds}:)?${UUID}$` };
}

export function oneOfSchema(words: readonly string[]): WireSchema {
  return { type: 'string', enum: words };
}

export const BOOLEAN_TEXT_SCHEMA: WireSchema = {
  anyOf: [{ type: 'boolean' }, { type: 'string', pattern: '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$' }],
};

export function listSchema(items: WireSchema, maxItems: number): WireSchema {
  return { type: 'array', items, maxItems };
}

export function oneOrListSchema(items: WireSchema, maxItems: number): WireSchema {
  return { anyOf: [items, listSchema(items, maxItems)] };
}
