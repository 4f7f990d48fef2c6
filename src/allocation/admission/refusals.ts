import { DomainError, type ErrorKind, type WrongField } from '../../kernel/domain-error.js';
import { sees, type Principal } from '../../kernel/principal.js';
import { classWord, textOf, type Message } from '../../kernel/message.js';
import type { ReservationRecord } from './records.js';

/** Refusals shared by several modules, with the messages that older clients match on (semantics §3). */

const NO_SUCH_RESERVATION = 'no reservation found for specified identifier';
const NOT_ACTIVE = 'reservation is currently not active';

export function unknownReservation(field: string): DomainError {
  return refusal('unknown', 'unknown-reservation', NO_SUCH_RESERVATION, field);
}

/** @param why its state instead of active */
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

/** A retired provider accepts no more requests. */
export function retiredProvider(field: string, id: string): DomainError {
  return refusal('inactive', 'provider-retired', `${field} names provider ${id}, which is retired`, field);
}

/** The same where the path names the provider. */
export function providerRetired(): DomainError {
  return new DomainError('inactive', 'provider-retired', 'the provider is retired');
}

/**
 * An element protected by a live reservation can be neither destroyed nor cancelled. There is no offer, because neither
 * a smaller amount nor a later window would help. The message names the protecting reservation, if the caller sees it.
 *
 * @param caller absent: an operator, who sees everything
 */
export function protectedElement(
  field: string,
  id: string,
  protector: Pick<ReservationRecord, 'id' | 'tenant'>,
  caller?: Principal,
): DomainError {
  const by = !caller || sees(caller, protector.tenant) ? `reservation ${protector.id}` : 'a reservation';
  return refusal('conflict', 'protected', `${field} ${id} is protected by ${by}`, field);
}

/** Live instances prevent a change. */
export function reservationInUse(said: Message, path: WrongField['path']): DomainError {
  return DomainError.about(path, 'inactive', 'in-use', said);
}

const SHORTAGES: ReadonlySet<string> = new Set([
  'capacity-insufficient',
  'addresses-exhausted',
  'address-taken',
]);

/** True for a refusal that capacity elsewhere, or coming free, can cure. */
export function isShortage(error: unknown): error is DomainError {
  return error instanceof DomainError && SHORTAGES.has(error.code);
}

/** A limit of the caller in one zone. Another zone may admit the request. */
export class ZoneLimitReached extends DomainError {
  constructor(said: Message, fields: readonly WrongField[]) {
    super('policy', 'policy-violated', said, { fields });
  }

  /** Of one member of the request. */
  static of(path: WrongField['path'], said: Message): ZoneLimitReached {
    return new ZoneLimitReached(said, [{ path, detail: textOf(said) }]);
  }
}

/** The zone has too few addresses but may get more. The service extends the zone and decides the admission again. */
export class AddressesWanted extends DomainError {
  constructor(count: number) {
    super('conflict', 'addresses-exhausted', [
      'requested ',
      classWord('addresses'),
      `=${count} exceeds those of the zone`,
    ]);
  }
}

/**
 * More reservations may have to be displaced than were read. The service reads more and decides the admission again, up to a
 * limit.
 */
export class DisplacesMore extends DomainError {
  /** @param most as many as were read */
  constructor(most: number) {
    super(
      'conflict',
      'too-many-displaced',
      `this could displace more than ${most} reservations, or more large ones than fit into memory: ` +
        `take less, or take it for shorter windows one after the other`,
    );
  }
}

function refusal(kind: ErrorKind, code: string, message: string, field: string): DomainError {
  const detail = message.startsWith(field) ? message : `${field}: ${message}`;
  return new DomainError(kind, code, message, { fields: [{ path: [field], detail }] });
}

/** The refusal of a request whose amounts are all zero, or that names none. */
export function noAmounts(field: string): DomainError {
  return DomainError.invalidField([field], 'must hold at least one non-zero amount');
}
