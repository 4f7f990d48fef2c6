import { DomainError, type ErrorKind, type FieldError } from '../kernel/domain-error.js';
import { classWord, textOf, type Message } from '../kernel/message.js';

/** Refusals that more than one module gives, in the words older clients match on (semantics §3). */

const NO_SUCH_RESERVATION = 'no reservation found for specified identifier';
const NOT_ACTIVE = 'reservation is currently not active';

export function unknownReservation(field: string): DomainError {
  return refusal('unknown', 'unknown-reservation', NO_SUCH_RESERVATION, field);
}

/** @param why what it is instead of active */
export function inactiveReservation(field: string, why: string): DomainError {
  return refusal('inactive', 'reservation-inactive', `${NOT_ACTIVE}: ${why}`, field);
}

export function unknownInstance(field: string): DomainError {
  return refusal('unknown', 'unknown-instance', 'no allocation found for specified identifier', field);
}

export function unknownProvider(field: string): DomainError {
  return refusal(
    'unknown',
    'unknown-provider',
    `${field}: no provider found for specified identifier`,
    field,
  );
}

/** A provider that is retired takes nothing on any more. */
export function retiredProvider(field: string, id: string): DomainError {
  return refusal('inactive', 'provider-retired', `${field} names provider ${id}, which is retired`, field);
}

/**
 * What a live reservation protects may be neither destroyed nor cancelled. There is no offer: nothing was asked for of which less,
 * or a later window, would do; what stands in the way is the protecting reservation, which the message names.
 */
export function protectedElement(field: string, id: string, protectorId: string): DomainError {
  return refusal('conflict', 'protected', `${field} ${id} is protected by reservation ${protectorId}`, field);
}

/** Live instances stand in the way of a change. */
export function reservationInUse(said: Message, path?: FieldError['path']): DomainError {
  const fields = path ? [{ path, detail: textOf(said) }] : [];
  return new DomainError('inactive', 'in-use', said, { fields });
}

/** The zone has too few addresses but can be given more: it is to get some, and the admission is decided again. */
export class AddressesWanted extends DomainError {
  constructor(count: number) {
    super('conflict', 'addresses-exhausted', [
      'requested ',
      classWord('addresses'),
      `=${count} exceeds those of the zone`,
    ]);
  }
}

/** A process was to decide it, and whether it did can't be told from here. */
export function outcomeUnknown(cause?: DomainError): DomainError {
  const text =
    'the outcome is unknown: the process that was to decide it did not answer; look before you try again';
  return new DomainError('unavailable', 'outcome-unknown', text, { retryAfter: 1, cause });
}

function refusal(kind: ErrorKind, code: string, message: string, field: string): DomainError {
  const detail = message.startsWith(field) ? message : `${field}: ${message}`;
  return new DomainError(kind, code, message, { fields: [{ path: [field], detail }] });
}
