import { isGiven } from '../../kernel/given.js';
import type { Request } from 'express';
import { DRY_RUN_OPERATIONS, OTHER_DRY_RUNS } from '../paths.js';
import { booleanTextCheck } from './wire-checks.js';
import { Optional } from './wire-members.js';
import { IsBooleanText, readBoolean } from './wire-types.js';

/** The members that ask for a dry run, in either group. */
export const DRY_RUN_NAMES = ['dry-run', 'dryRun'] as const;

export function isDryRunName(name: unknown): boolean {
  return DRY_RUN_NAMES.some((known) => known === name);
}

/** Any spelling that a caller may have meant it by, such as `dry_run`. */
export function resemblesDryRun(name: unknown): boolean {
  return /^dry[-_ ]?run$/i.test(String(name));
}

const WHAT_IT_IS =
  'Dry run: the answer shows the result that the request would have. Nothing is stored, and no ' +
  'notification is sent.';

const Flag = (description: string): PropertyDecorator =>
  Optional({ description, default: false }, IsBooleanText());

/**
 * Asks for a dry run. Both spellings work in both groups: a request whose `dry-run` is misspelled must not be carried
 * out for real.
 */
export class DryRunOption {
  @Flag(WHAT_IT_IS) 'dry-run'?: boolean | string | null;
  @Flag('The same as `dry-run`.') dryRun?: boolean | string | null;
}

/** The same as parameters of a query. */
export class DryRunQuery {
  @Flag('The same as `dryRun`.') 'dry-run'?: string;
  @Flag(WHAT_IT_IS) dryRun?: string;
}

export function isDryRun(option: DryRunOption | DryRunQuery): boolean {
  return DRY_RUN_NAMES.some((name) => readBoolean(option[name] ?? false));
}

const check = booleanTextCheck();

/** The refusal of a dry run says that it was one. */
export function withDryRun<T extends object>(request: Request, refusal: T): T {
  const { path } = request;
  const isOperation = DRY_RUN_OPERATIONS.test(path);
  if (!isOperation && !OTHER_DRY_RUNS.test(path)) return refusal;
  const asked = optionOf(request.body) ?? optionOf(request.query);
  if (!asked || !isDryRun(asked)) return refusal;
  return { ...refusal, [isOperation ? 'dry-run' : 'dryRun']: true };
}

/** Undefined if it is none, or was refused for being wrong. */
function optionOf(value: unknown): DryRunOption | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const option = value as DryRunOption;
  const given = DRY_RUN_NAMES.map((name) => option[name]).filter(isGiven);
  return given.length > 0 && given.every((flag) => check(flag) === undefined) ? option : undefined;
}
