import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import { DomainError } from '../../kernel/domain-error.js';
import { isGiven } from '../../kernel/given.js';
import type { CollectionKind } from '../../kernel/identifiers.js';
import { FOREVER, isAfter, parseInstant } from '../../kernel/time-window.js';
import type { Instant } from '../../kernel/time-window.js';
import {
  amountCheck,
  amountOf,
  booleanTextCheck,
  idCheck,
  isNowMarker,
  listCheck,
  objectCheck,
  oneOfCheck,
  oneOrListCheck,
  referenceCheck,
  textCheck,
  timeCheck,
  uuidCheck,
} from './wire-checks.js';
import { MAX_LIST_LENGTH, MAX_TEXT_LENGTH, type TimeRules, type WireCheck } from './wire-checks.js';
import {
  amountSchema,
  BOOLEAN_TEXT_SCHEMA,
  listSchema,
  oneOfSchema,
  oneOrListSchema,
  referenceSchema,
  textSchema,
  timeSchema,
  UUID_SCHEMA,
  type WireSchema,
} from './wire-schemas.js';

/** A request's number: a JSON integer or a string of decimal digits. */
export type WireAmount = number | string;

/** A request's start; omitted, `null`, `0` and `"0"` mean now. */
export type WireStart = string | number | null | undefined;

/** A request's end; omitted or `null` means open. */
export type WireEnd = string | null | undefined;

/** The members of an object that no class describes: by name, or `classes` where the resource classes are its members. */
export type OwnMembers = readonly string[] | 'classes';

/** A member made of another DTO class: one object, a list of them, or either. */
export interface Nesting {
  readonly type: () => new () => object;
  readonly form: 'one' | 'list' | 'either';
}

/** What a check leaves with a member for `validation.ts`, `wire-shape.ts` and the OpenAPI document. */
export interface CheckContext {
  readonly check: WireCheck;
  /** Those of an object that is let through; others are not known. */
  readonly members?: OwnMembers;
  /** What the check accepts. */
  readonly schema?: WireSchema;
  readonly nesting?: Nesting;
}

/** What `@IsClearable()` leaves with a member. */
export interface NullContext {
  readonly isClearable: true;
}

/**
 * Makes a class-validator decorator of a check. The check travels in the context, so that a refusal can name the
 * element of a list that is wrong.
 */
export function Checked(check: WireCheck, more: Omit<CheckContext, 'check'> = {}): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => check(value) === undefined,
    defaultMessage: () => `$property is wrong`,
  };
  const context: CheckContext = { check, ...more };
  return ValidateBy({ name: 'isChecked', validator }, { context });
}

/** An integer from `min` to `max`, as a JSON integer or a string of decimal digits. Read it with `readAmount`. */
export const IsAmount = (max: number, min = 0): PropertyDecorator =>
  Checked(amountCheck(max, min), { schema: amountSchema(max, min) });

/** As `IsAmount`, for a length of time: a caller that writes `5m` learns the unit. */
export const IsSeconds = (max: number, min = 0): PropertyDecorator =>
  Checked(amountCheck(max, min, 'a number of seconds, an integer'), {
    schema: amountSchema(max, min),
  });

/** An ISO 8601 time with any offset, and what else stands for one at that edge. Read it with `readStart`, `readEnd`. */
export const IsWireTime = (edge: 'start' | 'end', rules: TimeRules = {}): PropertyDecorator =>
  Checked(timeCheck(edge, rules), { schema: timeSchema(edge, rules.nullable ?? false) });

/**
 * An end that must not lie within the second of its start and before it: rounding to whole seconds would hide that. The
 * domain compares all other times.
 */
export const EndsAfter = (start: string): PropertyDecorator =>
  ValidateBy({
    name: 'endsAfter',
    validator: {
      validate: (end: unknown, args?: ValidationArguments) =>
        args === undefined || !isHiddenInversion(Reflect.get(args.object, start), end),
      defaultMessage: () => `$property must be later than ${start}`,
    },
  });

/** Whether an end is not later than a start in the same second, although the window is not empty in whole seconds. */
export function isHiddenInversion(start: unknown, end: unknown): boolean {
  if (typeof start !== 'string' || typeof end !== 'string') return false;
  const from = parseInstant(start, 'start');
  return from !== undefined && parseInstant(end, 'start') === from && !isAfter(end, start);
}

/** A non-empty string of at most `maxLength` characters. */
export const IsText = (maxLength = MAX_TEXT_LENGTH): PropertyDecorator =>
  Checked(textCheck(maxLength), { schema: textSchema(maxLength) });

/** A list of non-empty strings. */
export const IsTextList = (maxLength = MAX_TEXT_LENGTH): PropertyDecorator =>
  Checked(listCheck(textCheck(maxLength)), {
    schema: listSchema(textSchema(maxLength), MAX_LIST_LENGTH),
  });

/** One non-empty string or a list of them. Read it with `readList`. */
export const IsTextOrList = (maxLength = MAX_TEXT_LENGTH): PropertyDecorator =>
  Checked(oneOrListCheck(textCheck(maxLength)), {
    schema: oneOrListSchema(textSchema(maxLength), MAX_LIST_LENGTH),
  });

/** A UUID or `<Kind>:<UUID>`. Where an unknown id has to be answered as unknown, use `IsText` instead. */
export const IsReference = (): PropertyDecorator => Checked(referenceCheck(), { schema: referenceSchema() });

export const IsReferenceList = (): PropertyDecorator =>
  Checked(listCheck(referenceCheck()), {
    schema: listSchema(referenceSchema(), MAX_LIST_LENGTH),
  });

export const IsIdOf = (kind: CollectionKind): PropertyDecorator =>
  Checked(idCheck(kind), { schema: referenceSchema(kind) });

/** An id that has no `<Kind>:` form. */
export const IsUuidText = (): PropertyDecorator => Checked(uuidCheck(), { schema: UUID_SCHEMA });

export const IsOneOf = (words: readonly string[]): PropertyDecorator =>
  Checked(oneOfCheck(words), { schema: oneOfSchema(words) });

export const IsListOf = (words: readonly string[]): PropertyDecorator =>
  Checked(listCheck(oneOfCheck(words)), { schema: listSchema(oneOfSchema(words), MAX_LIST_LENGTH) });

/** `true`, `false`, or either as text. Read it with `readBoolean`. */
export const IsBooleanText = (): PropertyDecorator =>
  Checked(booleanTextCheck(), { schema: BOOLEAN_TEXT_SCHEMA });

/** Resource class → amount, whose members `readAmounts` checks: which classes there are is configuration. */
export const IsAmountsObject = (): PropertyDecorator => Checked(objectCheck(), { members: 'classes' });

/** The member may be left out but, unlike with `@IsOptional()`, not be null. */
export const IsOmittable = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

const CLEARABLE: NullContext = { isClearable: true };

/**
 * The member may be left out, and null says something of its own: it takes away the value there is. Null in an `@IsOptional()` member
 * is the same as none.
 */
export const IsClearable = (): PropertyDecorator =>
  ValidateIf((_, value) => isGiven(value), { context: CLEARABLE });

/** An object with members of its own, described by another DTO class. */
export const Nested = (type: () => new () => object): PropertyDecorator =>
  nestedOf(type, Checked(objectCheck(), { nesting: { type, form: 'one' } }));

/** A list of objects, each described by another DTO class. */
export const NestedList = (type: () => new () => object): PropertyDecorator =>
  nestedOf(type, Checked(listCheck(objectCheck()), { nesting: { type, form: 'list' } }));

/** One object or a list of them, described by another DTO class. */
export const NestedOrList = (type: () => new () => object): PropertyDecorator =>
  nestedOf(type, Checked(oneOrListCheck(objectCheck()), { nesting: { type, form: 'either' } }));

function nestedOf(type: () => new () => object, shape: PropertyDecorator): PropertyDecorator {
  return (target, property) => {
    Type(type)(target, property);
    ValidateNested()(target, property);
    shape(target, property);
  };
}

/**
 * A required member.
 *
 * @throws DomainError `invalid-request`, with the text that older clients match
 */
export function required<T>(value: T | null | undefined, name: string): T {
  if (isGiven(value)) return value;
  throw DomainError.about([name], 'invalid', 'invalid-request', `must provide '${name}' parameter`);
}

/** Reads what `@IsAmount()` let through. */
export function readAmount(value: WireAmount): number {
  const amount = amountOf(value);
  if (amount === undefined) throw new RangeError('an amount was read that nobody checked');
  return amount + 0;
}

/** Reads what `@IsWireTime('start')` let through. */
export function readStart(value: WireStart, now: Instant): Instant {
  if (value === undefined || value === null || isNowMarker(value)) return now;
  return readInstant(value, 'start');
}

/** A start as the domain takes it: undefined stands for now, which only the ledger's clock knows. */
export function startOf(start: WireStart): Instant | undefined {
  const instant = readStart(start, FOREVER);
  return instant === FOREVER ? undefined : instant;
}

/** Reads what `@IsWireTime('end')` let through; `FOREVER` when there is no end. */
export function readEnd(value: WireEnd): Instant {
  return isGiven(value) ? readInstant(value, 'end') : FOREVER;
}

function readInstant(value: string | number, edge: 'start' | 'end'): Instant {
  const instant = typeof value === 'string' ? parseInstant(value, edge) : undefined;
  if (instant === undefined) throw new RangeError('a time was read that nobody checked');
  return instant;
}

/** Reads what `@IsBooleanText()` let through. */
export function readBoolean(value: boolean | string): boolean {
  return typeof value === 'boolean' ? value : value.toLowerCase() === 'true';
}

/** Reads what `@IsTextOrList()` let through. */
export function readList<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (!isGiven(value)) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
