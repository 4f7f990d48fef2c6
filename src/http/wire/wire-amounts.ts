import { isGiven } from '../../kernel/given.js';
import { DomainError, dotted, type WrongField } from '../../kernel/domain-error.js';
import type { ResourceAmounts, ResourceClass } from '../../kernel/resource-amounts.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { amountCheck, amountOf } from './wire-checks.js';
import { readAmount, type WireAmount } from './wire-types.js';

/**
 * Reads an object of amounts, such as `capacity`. `classes` says which classes there are and the most one request may
 * carry of each; members of other names are ignored. Null is the same as absent, as for any optional member. Zeros are
 * kept, because an update to zero says something.
 * Throws `invalid-request` naming every member that is no amount; `path` says where the object is in the body.
 */
export function readAmounts(
  value: unknown,
  classes: ReadonlyMap<ResourceClass, number>,
  path: readonly (string | number)[] = ['capacity'],
): ResourceAmounts {
  if (!isGiven(value)) return {};
  if (!isPlainObject(value)) throw DomainError.invalidField(path, 'must be an object');
  const amounts: Record<ResourceClass, number> = {};
  const fields: WrongField[] = [];
  for (const name of Object.keys(value)) {
    const max = classes.get(name);
    if (max === undefined || value[name] === null) continue;
    const flaw = amountCheck(max)(value[name]);
    if (flaw) fields.push(fieldError([...path, name], flaw.detail));
    else amounts[name] = (amountOf(value[name]) ?? 0) + 0;
  }
  if (fields.length > 0) throw invalidRequest(fields);
  return amounts;
}

/** An amount that may be absent. */
export function readOptionalAmount(value: WireAmount | null | undefined): number | undefined {
  return isGiven(value) ? readAmount(value) : undefined;
}

/** Reads the members that were given, each of which has been checked. */
export function readGiven(
  members: Readonly<Record<string, WireAmount | null | undefined>>,
): Record<string, number> {
  const read = Object.entries(members).flatMap(([name, value]): [string, number][] =>
    isGiven(value) ? [[name, readAmount(value)]] : [],
  );
  return Object.fromEntries(read);
}

/** The refusal of a request in which these members are wrong; its message tells the first 5, and it points at the first 100. */
export function invalidRequest(fields: readonly WrongField[]): DomainError {
  const shown = fields.slice(0, MESSAGE_FIELDS).map(({ detail }) => detail);
  const more = fields.length > MESSAGE_FIELDS ? ` (and ${fields.length - MESSAGE_FIELDS} more)` : '';
  const message = shown.join('; ') + more;
  return new DomainError('invalid', 'invalid-request', message, { fields: fields.slice(0, MAX_FIELDS) });
}

const MESSAGE_FIELDS = 5;
/** Wrong members that are pointed at one by one: a body may have thousands. */
const MAX_FIELDS = 100;

export function fieldError(path: readonly (string | number)[], detail: string): WrongField {
  return { path, detail: `${dotted(path)} ${detail}` };
}
