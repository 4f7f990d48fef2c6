import { INT32_MAX } from '../../kernel/resource-amounts.js';
import { isName, speakable } from '../../kernel/speakable.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { PlatformRefused } from './driver.js';

/** An object of which nothing is known yet. */
export type Unchecked = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 300;
/** The rest is not parsed: an answer may have megabytes. */
const LONGEST_READ = 10_000;

/** @throws PlatformRefused when the platform's answer has something else at that place; so do the others below */
export function objectAt(value: unknown, place: string): Unchecked {
  if (isPlainObject(value)) return value;
  throw misshapen(place, 'an object');
}

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw misshapen(place, 'a list');
}

export function identifierAt(value: unknown, place: string): string {
  if (isIdentifier(value)) return value;
  throw misshapen(place, 'an identifier');
}

export function amountAt(value: unknown, place: string): number {
  const limit = limitOf(value);
  if (limit !== undefined) return limit;
  throw misshapen(place, 'an amount');
}

/** Milliseconds since 1970. */
export function instantAt(value: unknown, place: string): number {
  const instant = typeof value === 'string' ? Date.parse(value) : NaN;
  if (Number.isFinite(instant)) return instant;
  throw misshapen(place, 'a time');
}

/** A ceiling of the platform; -1 stands for none there, and what is no amount at all says nothing. */
export function limitOf(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= INT32_MAX
    ? (value as number)
    : undefined;
}

/** A text of the platform, fit to be stored and shown. */
export function readable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = speakable(value.slice(0, LONGEST_READ));
  if (text === '') return undefined;
  // Cut between characters, so that no half of a pair is left.
  return text.length <= MAX_TEXT_LENGTH ? text : `${[...text].slice(0, MAX_TEXT_LENGTH).join('')}...`;
}

export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && isName(value);
}

function misshapen(place: string, expected: string): PlatformRefused {
  return new PlatformRefused(`the platform's answer has no ${place} that is ${expected}`);
}
