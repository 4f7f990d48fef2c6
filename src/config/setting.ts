import type { Parser } from './parsers.js';

/** One environment variable. */
export interface Setting<T> {
  readonly name: string;
  /** What an unset variable stands for, in the variable's own notation. */
  readonly fallback?: string;
  /** What an unset variable without fallback means, for the reader. */
  readonly unset?: string;
  readonly description: string;
  readonly parse: Parser<T>;
  /** Never repeated in a message; may also come from the file that `<name>_FILE` names. */
  readonly secret?: boolean;
}

export function withDefault<T>(name: string, fallback: string, parse: Parser<T>, description: string) {
  return { name, fallback, parse, description } as const satisfies Setting<T>;
}

export function optional<T>(name: string, unset: string, parse: Parser<T>, description: string) {
  return { name, unset, parse, description } as const satisfies Setting<T>;
}

export function secret<T>(name: string, unset: string, parse: Parser<T>, description: string) {
  return { name, unset, parse, description, secret: true } as const satisfies Setting<T>;
}
