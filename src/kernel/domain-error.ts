import { textOf, type Message } from './message.js';
import type { ResourceAmounts } from './resource-amounts.js';
import type { TimeWindow } from './time-window.js';

/** The caller's options: correct the request, use another id, ask for less, or retry later. */
export type ErrorKind = 'invalid' | 'unknown' | 'conflict' | 'inactive' | 'policy' | 'unavailable';

/** The counter-offer in a refusal for lack of capacity (semantics §5). */
export interface CounterOffer {
  /** The most that fits in the requested window. */
  readonly maxCapacity: ResourceAmounts;
  /** The earliest window of the same length in which the whole demand fits; absent if there is none. */
  readonly nextWindow?: TimeWindow;
  /** The occurrence of a series that the offer is for. */
  readonly occurrence?: TimeWindow;
}

export interface WrongField {
  /** The path of the member, in the caller's spelling: `['capacity', 'cores']`. */
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

export interface DomainErrorDetails {
  readonly fields?: readonly WrongField[];
  readonly offer?: CounterOffer;
  /** References `<Kind>:<id>` of the objects that prevent the request; the list may be cut. */
  readonly dependents?: readonly string[];
  /** Seconds before a retry. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * A refusal for the caller: a `code` for programs, stable once published, and a `message` for people. Only the HTTP
 * layer maps it to a status.
 */
export class DomainError extends Error {
  readonly fields: readonly WrongField[];
  readonly offer?: CounterOffer;
  readonly dependents?: readonly string[];
  readonly retryAfter?: number;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    /** The message, with the resource classes that it names. */
    readonly said: Message,
    details: DomainErrorDetails = {},
  ) {
    // It is an answer, and collecting a stack trace takes as long as describing what is short.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(textOf(said), { cause: details.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DomainError';
    this.fields = details.fields ?? [];
    this.offer = details.offer;
    this.dependents = details.dependents;
    this.retryAfter = details.retryAfter;
  }

  /** The same refusal with another offer. */
  withOffer(offer: CounterOffer): DomainError {
    const { kind, code, said, fields, dependents, retryAfter } = this;
    return new DomainError(kind, code, said, { fields, dependents, retryAfter, offer, cause: this });
  }

  /** For one invalid member of the request, which the message names. */
  static invalidField(path: readonly (string | number)[], detail: string): DomainError {
    return DomainError.about(path, 'invalid', 'invalid-request', `${dotted(path)} ${detail}`);
  }

  /** For one member of the request, of which the message says what is wrong. */
  static about(path: WrongField['path'], kind: ErrorKind, code: string, said: Message): DomainError {
    return new DomainError(kind, code, said, { fields: [{ path, detail: textOf(said) }] });
  }
}

/** Runs a decision. If it is refused with an offer, `change` adapts the offer. */
export function changingOffer<T>(decision: () => T, change: (offer: CounterOffer) => CounterOffer): T {
  try {
    return decision();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.offer) throw error;
    throw error.withOffer(change(error.offer));
  }
}

/** A path in readable form: `capacity.cores`, `networks[2]`. */
export function dotted(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
}
