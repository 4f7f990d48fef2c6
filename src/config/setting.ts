import type { Parser } from './parsers.js';

/** One environment variable. */
export interface Setting<T> {
  readonly name: string;
  /** What an unset variable stands for, in the variable's own notation. */
  readonly fallback?: string;
  /** What an unset variable without fallback means, for the reader. */
  readonly unset?: string;
  /** What is parsed when an `unset` variable has a value nevertheless. */
  readonly absent?: string;
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

/** A list or map that is empty if the variable is unset. */
export function emptyByDefault<T>(name: string, parse: Parser<T>, description: string) {
  return { name, unset: 'none', absent: '', parse, description } as const satisfies Setting<T>;
}

export function secret<T>(name: string, unset: string, parse: Parser<T>, description: string) {
  return { name, unset, parse, description, secret: true } as const satisfies Setting<T>;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of some settings; `undefined` for one that has neither been set nor has a default. */
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]: ReturnType<S[K]['parse']> | (S[K] extends HasValue ? never : undefined);
};

type HasValue = { readonly fallback: string } | { readonly absent: string };
