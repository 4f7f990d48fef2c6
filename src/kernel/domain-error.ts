import { textOf, type Message } from './message.js';
import type { ResourceAmounts } from './resource-amounts.js';
import type { TimeWindow } from './time-window.js';

/** What the caller can do about it: mend the request, look for another id, ask for less, or try again later. */
export type ErrorKind = 'invalid' | 'unknown' | 'conflict' | 'inactive' | 'policy' | 'unavailable';

/** The counter-offer that goes with a refusal for lack of capacity (semantics §5). */
export interface Offer {
  /** The most that fits in the requested window. */
  readonly maxCapacity: ResourceAmounts;
  /** The earliest window of the same length in which the whole demand fits; absent when there is none. */
  readonly nextWindow?: TimeWindow;
}

export interface FieldError {
  /** The path of the member, as the caller spelled it: `['capacity', 'cores']`. */
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

export interface DomainErrorDetails {
  readonly fields?: readonly FieldError[];
  readonly offer?: Offer;
  /** References `<Kind>:<id>` of what is in the way, as many as are worth naming. */
  readonly dependents?: readonly string[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * A refusal the caller may read: `code` for machines and never changed once published, `message` for people.
 * HTTP knows it only at the edge.
 */
export class DomainError extends Error {
  readonly fields: readonly FieldError[];
  readonly offer?: Offer;
  readonly dependents?: readonly string[];
  readonly retryAfter?: number;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    /** The message with the classes that it names. */
    readonly said: Message,
    details: DomainErrorDetails = {},
  ) {
    super(textOf(said), { cause: details.cause });
    this.name = 'DomainError';
    this.fields = details.fields ?? [];
    this.offer = details.offer;
    this.dependents = details.dependents;
    this.retryAfter = details.retryAfter;
  }

  /** One member of the request is wrong: the message names it. */
  static invalidField(path: readonly (string | number)[], detail: string): DomainError {
    const message = `${dotted(path)} ${detail}`;
    return new DomainError('invalid', 'invalid-request', message, { fields: [{ path, detail: message }] });
  }
}

/** A path as people read it: `capacity.cores`, `networks[2]`. */
export function dotted(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
}
