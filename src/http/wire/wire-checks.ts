import { validate as isId } from 'uuid';
import { idOf, parseReference, type CollectionKind } from '../../kernel/identifiers.js';
import { timeFlaw } from './time-flaw.js';
import { parseInstant } from '../../kernel/time-window.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { isAtMost } from '../../kernel/speakable.js';

/** A fault of a value, and its place in a list. `detail` continues after the member's name: `must be …`. */
export interface WireFlaw {
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

/** Gives undefined for a value that is fine. */
export type WireCheck = (value: unknown) => WireFlaw | undefined;

export const MAX_TEXT_LENGTH = 1024;
export const MAX_LIST_LENGTH = 1000;

const DIGITS = /^\d+$/;
const BOOLEAN_TEXT = /^(?:true|false)$/i;

export function amountCheck(max: number, min = 0, what = 'an integer'): WireCheck {
  const flaw = at(`must be ${what} from ${min} to ${max}`);
  return (value) => {
    const amount = amountOf(value);
    return amount !== undefined && amount >= min && amount <= max ? undefined : flaw;
  };
}

/** The integer a value stands for: a JSON integer or a string of decimal digits; undefined for anything else. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || !DIGITS.test(value)) return undefined;
  const amount = Number(value);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

export interface TimeRules {
  /** An `end` may be null, which takes away the end. */
  readonly nullable?: boolean;
}

/** An omitted time is fine at either edge: a start is then now, an end open. */
export function timeCheck(edge: 'start' | 'end', { nullable = edge === 'start' }: TimeRules = {}): WireCheck {
  return (value) => {
    if (value === undefined || (value === null && nullable)) return undefined;
    if (edge === 'start' && isNowMarker(value)) return undefined;
    if (typeof value !== 'string') return at(timeFlaw());
    return parseInstant(value, edge) === undefined ? at(timeFlaw(value)) : undefined;
  };
}

/** The interface's older clients write a start of "now" as zero. */
export function isNowMarker(value: unknown): boolean {
  return value === 0 || value === '0';
}

/** A check of strings; no other value is fine. */
export function stringCheck(detail: string, isFine: (text: string) => boolean): WireCheck {
  const flaw = at(detail);
  return (value) => (typeof value === 'string' && isFine(value) ? undefined : flaw);
}

export function textCheck(maxLength = MAX_TEXT_LENGTH): WireCheck {
  const detail = `must be a non-empty string of at most ${maxLength} characters`;
  return stringCheck(detail, (text) => text.length > 0 && isAtMost(text, maxLength));
}

export function referenceCheck(): WireCheck {
  return stringCheck('must be an id or <Kind>:<id>', (text) => parseReference(text) !== undefined);
}

export function oneOfCheck(words: readonly string[]): WireCheck {
  return stringCheck(`must be one of ${words.join(', ')}`, (text) => words.includes(text));
}

export function uuidCheck(): WireCheck {
  return stringCheck('must be an id', isId);
}

/** An id of one kind, bare or as `<Kind>:<id>`. */
export function idCheck(kind: CollectionKind): WireCheck {
  return stringCheck(`must be an id or ${kind}:<id>`, (text) => idOf(kind, text) !== undefined);
}

export function booleanTextCheck(): WireCheck {
  const flaw = at('must be true or false');
  return (value) =>
    typeof value === 'boolean' || (typeof value === 'string' && BOOLEAN_TEXT.test(value)) ? undefined : flaw;
}

export function objectCheck(): WireCheck {
  const flaw = at('must be an object');
  return (value) => (isPlainObject(value) ? undefined : flaw);
}

/** A list whose every element passes `check`; a flaw names the first element that doesn't. */
export function listCheck(check: WireCheck, maxLength = MAX_LIST_LENGTH): WireCheck {
  const flaw = at(`must be a list of at most ${maxLength} elements`);
  return (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return flaw;
    const elements: unknown[] = value;
    for (const [index, element] of elements.entries()) {
      const found = check(element);
      if (found) return { path: [index, ...found.path], detail: found.detail };
    }
    return undefined;
  };
}

/** Either one value that passes, or a list of them; a value that is neither is told so. */
export function oneOrListCheck(check: WireCheck, maxLength?: number): WireCheck {
  const list = listCheck(check, maxLength);
  return (value) => {
    if (Array.isArray(value)) return list(value);
    const flaw = check(value);
    return flaw && { ...flaw, detail: `${flaw.detail}, or a list of such` };
  };
}

function at(detail: string): WireFlaw {
  return { path: [], detail };
}
