import { Injectable } from '@nestjs/common';
import type { ReservationRecord } from '../allocation/admission/records.js';
import { unknownReservation } from '../allocation/admission/refusals.js';
import { DomainError, dotted, type WrongField } from '../kernel/domain-error.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { idOf } from '../kernel/identifiers.js';
import { groupsOf } from '../kernel/in-turns.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import type { NorthboundKind } from '../kernel/northbound-kind.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { ReservationListFilter } from './reservation-list.js';
import { isOfKind, stateOf, type ReservationState } from './reservation.js';
import { ReservationDetailsRepository, type StoredDetails } from './reservation-details.repository.js';
import { ReservationsRepository } from './reservations.repository.js';

/** The path of a reference in the request, by its position among the references. */
export type PlaceOf = (index: number) => WrongField['path'];

/** A reservation with its current state. */
export interface ReservationAsRead {
  readonly record: ReservationRecord;
  readonly state: ReservationState;
}

export type ReservationDetails = ReservationAsRead & StoredDetails;

/** Named reservations that are read at once: each may have a MiB. */
const READ_AT_ONCE = 20;

/** Bytes of named reservations, as JSON, that are kept for an answer; more are read again while it is sent. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** Reads reservations; changes none. */
@Injectable()
export class ReservationsReader {
  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly details: ReservationDetailsRepository,
    private readonly zones: ZonesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Live reservations of a kind, in the order of the ids.
   *
   * @throws DomainError `unknown-reservation` for an id that is unknown, of another kind, terminated or expired
   */
  async ofKind(
    caller: Principal,
    kind: NorthboundKind,
    references: readonly string[],
    placeOf: PlaceOf = () => ['reservationId'],
  ): Promise<ReservationAsRead[]> {
    const found = await this.live(caller, references, placeOf);
    const other = found.findIndex(({ record }) => !isOfKind(record, kind));
    if (other >= 0) throw unknownAt(placeOf(other));
    return found;
  }

  /**
   * As `ofKind`, for any number of references. Those that are large together come in parts, which are read while they are taken:
   * one may have ended by then.
   */
  async manyOfKind(
    caller: Principal,
    kind: NorthboundKind,
    references: readonly string[],
    placeOf: PlaceOf,
  ): Promise<readonly ReservationAsRead[] | AsyncIterable<readonly ReservationAsRead[]>> {
    if (references.length <= READ_AT_ONCE) return this.ofKind(caller, kind, references, placeOf);
    const kept: ReservationAsRead[] = [];
    let bytes = 0;
    const parts = readInParts(references, placeOf, (some, place) => this.ofKind(caller, kind, some, place));
    for await (const found of parts) {
      if (bytes > MAX_KEPT_BYTES) continue;
      bytes += found.reduce((sum, { record }) => sum + Buffer.byteLength(JSON.stringify(record)), 0);
      kept.push(...found);
    }
    return bytes > MAX_KEPT_BYTES ? this.inParts(references) : kept;
  }

  private async *inParts(references: readonly string[]): AsyncGenerator<ReservationAsRead[]> {
    const ids = references.flatMap((reference) => idOf('ResourceReservation', reference) ?? []);
    for (const some of groupsOf(ids, READ_AT_ONCE)) {
      const found = await this.reservations.find(some);
      yield some.flatMap((id) => this.withState(found.get(id)) ?? []);
    }
  }

  /**
   * Live reservations of any kind, in the order of the ids.
   *
   * @throws DomainError `unknown-reservation` for an id that is unknown, of something else, terminated or expired
   */
  private async live(
    caller: Principal,
    references: readonly string[],
    placeOf: PlaceOf,
  ): Promise<ReservationAsRead[]> {
    const ids = references.map((reference) => idOf('ResourceReservation', reference));
    const named = ids.filter((id) => id !== undefined);
    const found = await this.reservations.find(named, tenantScope(caller));
    return ids.map((id, index) => {
      const read = this.withState(found.get(id ?? ''));
      if (!read || !isLive(read.state)) throw unknownAt(placeOf(index));
      return read;
    });
  }

  /** As `live`, in parts: each may have a MiB. */
  liveInParts(
    caller: Principal,
    references: readonly string[],
    placeOf: PlaceOf,
  ): AsyncIterable<ReservationAsRead[]> {
    return readInParts(references, placeOf, (some, place) => this.live(caller, some, place));
  }

  /** Live reservations of a kind by id, oldest first, from after an id on. */
  async pageOfKind(
    caller: Principal,
    kind: NorthboundKind,
    limit: number,
    after?: string,
  ): Promise<Listed<ReservationAsRead>> {
    const view = tenantScope(caller);
    const range = { limit, order: 'asc', after } as const;
    const { rows, next } = await this.reservations.pageOfKind(view, kind, this.clock.now(), range);
    return { rows: rows.map((record) => this.read(record)).filter(({ state }) => isLive(state)), next };
  }

  /**
   * Reservations by id, ended ones too.
   *
   * @throws DomainError `unknown-zone`; an unknown id matches nothing
   */
  async list(
    caller: Principal,
    filter: ReservationListFilter,
    range: ListRange,
  ): Promise<Listed<ReservationAsRead>> {
    await this.zones.requireIfGiven(filter.zoneId);
    const { rows, next } = await this.reservations.list(tenantScope(caller), filter, this.clock.now(), range);
    return { rows: rows.map((record) => this.read(record)), next };
  }

  /** @throws DomainError `unknown-reservation` */
  async detailsOf(caller: Principal, reference: string): Promise<ReservationDetails> {
    const id = idOf('ResourceReservation', reference);
    const found = id === undefined ? undefined : await this.details.find(id, tenantScope(caller));
    if (!found) throw unknownReservation('id');
    return { ...found, ...this.read(found.record) };
  }

  private withState(record: ReservationRecord | undefined): ReservationAsRead | undefined {
    return record && this.read(record);
  }

  /** A reservation as it stands now. */
  read(record: ReservationRecord): ReservationAsRead {
    return { record, state: stateOf(record, this.clock.now()) };
  }
}

/** Reads named reservations, one group after the other. A refusal names the place in the whole list. */
async function* readInParts(
  references: readonly string[],
  placeOf: PlaceOf,
  read: (some: readonly string[], placeOf: PlaceOf) => Promise<ReservationAsRead[]>,
): AsyncGenerator<ReservationAsRead[]> {
  for (const [group, some] of groupsOf(references, READ_AT_ONCE).entries())
    yield await read(some, (index) => placeOf(group * READ_AT_ONCE + index));
}

function isLive(state: ReservationState): boolean {
  return state !== 'terminated' && state !== 'expired';
}

/** The refusal of one of several references, at its place in the request. */
export function unknownAt(path: WrongField['path']): DomainError {
  const { kind, code, message, fields } = unknownReservation(dotted(path));
  return new DomainError(kind, code, message, { fields: fields.map(({ detail }) => ({ path, detail })) });
}
