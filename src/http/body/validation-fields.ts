import type { ValidationError } from 'class-validator';
import { isGiven } from '../../kernel/given.js';
import { dotted, type WrongField } from '../../kernel/domain-error.js';
import { AGREEMENT } from '../wire/spellings.js';
import { fieldError } from '../wire/wire-amounts.js';
import type { WireCheck } from '../wire/wire-checks.js';

type Path = readonly (string | number)[];

/** class-validator's tree of errors as one entry per wrong member, each with its whole path. */
export function fieldsOf(
  errors: readonly ValidationError[],
  parent: Path = [],
  inList = false,
): WrongField[] {
  return errors.flatMap((error) => {
    // An object that should not be there at all has no name of its own.
    if (error.property === undefined) return [fieldError(parent, 'must not be given')];
    const path = [...parent, inList ? Number(error.property) : error.property];
    if (error.constraints && !isExplainedWithin(error)) return [describe(error, error.constraints, path)];
    return fieldsOf(error.children ?? [], path, Array.isArray(error.value));
  });
}

/** Two spellings of an object differ because a member of it is wrong: that member is named. */
function isExplainedWithin({ constraints = {}, children = [] }: ValidationError): boolean {
  return children.length > 0 && Object.keys(constraints).every((name) => name === AGREEMENT);
}

function describe(
  error: ValidationError,
  constraints: Readonly<Record<string, string>>,
  path: Path,
): WrongField {
  const value: unknown = error.value;
  if (!isGiven(value)) {
    return { path, detail: `must provide '${dotted(path)}' parameter` };
  }
  const flaw = Object.values(error.contexts ?? {})
    .map((context: unknown) => checkIn(context)?.(value))
    .find((found) => found !== undefined);
  if (flaw) return fieldError([...path, ...flaw.path], flaw.detail);
  return { path, detail: withWholePath(Object.values(constraints)[0] ?? '', error.property, path) };
}

function checkIn(context: unknown): WireCheck | undefined {
  if (typeof context !== 'object' || context === null || !('check' in context)) return undefined;
  return typeof context.check === 'function' ? (context.check as WireCheck) : undefined;
}

/** The library's messages start with the bare member's name, some after a few words on its elements. */
function withWholePath(message: string, property: string, path: Path): string {
  const prefix = ['each value in ', 'nested property ', ''].find((start) =>
    message.startsWith(`${start}${property} `),
  );
  if (prefix === undefined) return `${dotted(path)}: ${message}`;
  if (prefix === 'nested property ') return `${dotted(path)} must be an object`;
  return `${prefix}${dotted(path)}${message.slice(prefix.length + property.length)}`;
}
