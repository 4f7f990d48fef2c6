import { DomainError, type Offer } from '../kernel/domain-error.js';
import { windowFromJson } from '../kernel/time-window.js';
import type { Admission } from './admission.js';

/** An admission in a form that another process can decide: what it gets and gives is plain JSON. */
export interface Command<T> {
  /** Under which the maker of such admissions is registered. */
  readonly name: string;
  readonly body: object;
  /** What was decided, as it came from the other process. */
  read(answer: unknown): T;
  /** The same admission for when it may have been stored already: then it gives what is stored. */
  again(): Admission<T>;
}

/**
 * Makes the admission that a command stands for.
 *
 * @param since a head of the zone's ledger that is older than the command
 */
export type AdmissionMaker = (body: never, since?: number) => Admission<unknown>;

/** What has come of a command. Neither: it was not decided. */
export interface CommandOutcome {
  readonly value?: unknown;
  readonly refusal?: RefusalMessage;
}

type RefusalMessage = Pick<DomainError, 'kind' | 'code' | 'said' | 'fields' | 'offer'>;

/** A refusal as a message. */
export function refusalMessage({ kind, code, said, fields, offer }: DomainError): RefusalMessage {
  return { kind, code, said, fields, offer };
}

export function refusalFrom({ kind, code, said, fields, offer }: RefusalMessage): DomainError {
  return new DomainError(kind, code, said, { fields, offer: offer && offerFrom(offer) });
}

function offerFrom({ maxCapacity, nextWindow }: Offer): Offer {
  return { maxCapacity, nextWindow: nextWindow && windowFromJson(nextWindow) };
}
