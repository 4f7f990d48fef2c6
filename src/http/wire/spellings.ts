import { ValidateBy, type ValidationArguments } from 'class-validator';
import { isGiven } from '../../kernel/given.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { isSame } from '../body/filter-merge.js';

/** The name of the rule among class-validator's constraints. */
export const AGREEMENT = 'agreesWith';

/**
 * For a member that the contract spells two ways. What is given in both must be equal in both: otherwise one of the two
 * would have no effect, and the caller could not see which.
 */
export const AgreesWith = (other: string): PropertyDecorator =>
  ValidateBy({
    name: AGREEMENT,
    validator: {
      validate: (value: unknown, args?: ValidationArguments) =>
        args === undefined || agree(value, Reflect.get(args.object, other)),
      defaultMessage: () => `$property must not differ from ${other}, which is given too`,
    },
  });

function agree(a: unknown, b: unknown): boolean {
  if (!isGiven(a) || !isGiven(b)) return true;
  if (!isPlainObject(a) || !isPlainObject(b)) return isSame(a, b);
  return Object.keys(a).every((name) => agree(a[name], b[name]));
}

/** An object that comes in two spellings: the members of both, which agree. */
export function eitherSpelling<T extends object>(
  a: T | null | undefined,
  b: T | null | undefined,
): T | undefined {
  if (!a || !b) return a ?? b ?? undefined;
  const given = Object.entries(b).filter(([, value]) => isGiven(value));
  return Object.assign({ ...a }, Object.fromEntries(given));
}
