import type { AuditRecord } from '../../database/audit-record.js';
import {
  isSameKey,
  keyTaken,
  type RememberedRequest,
  type RequestRecord,
} from '../../database/remembered-request.js';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { Traits } from '../../kernel/traits.js';
import { AddressBook, type AddressAssignment, type AddressView } from '../addresses/address-book.js';
import { AddressRoom } from '../addresses/address-room.js';
import type { LedgerEntry } from '../fold/entry.js';
import { Freed } from './freed.js';
import { NO_ROWS, type LoadedRows } from './loaded-rows.js';
import { Namers } from './namers.js';
import {
  holdingOf,
  isLive,
  isOnPlatform,
  isOver,
  type CountedReservation,
  type HeldReservation,
  type InstanceRecord,
  type PoolEntryRecord,
  type ReservationRecord,
} from './records.js';
import { NotedChanges } from './noted-changes.js';
import { isVisibleChange, type NotedChange, type ReservationChange } from './reservation-change.js';
import { unbackedOf } from './unbacked.js';
import type { ZoneFold, ZoneView } from '../fold/zone-fold.js';

/**
 * A batch of admissions being decided. Posted entries take effect on the fold at once, so that the next decision of the
 * batch sees them. Nothing is stored until the ledger has appended the whole draft.
 */
export class Draft {
  readonly entries: LedgerEntry[] = [];
  readonly reservations = new Map<string, HeldReservation>();
  readonly instances = new Map<string, InstanceRecord>();
  readonly poolEntries = new Map<string, PoolEntryRecord>();
  /** Ids of providers. */
  readonly retiredProviders = new Set<string>();
  /** CIDRs an operator adds to the zone's addresses. */
  readonly addressRanges: string[] = [];
  /** Requests to store with their answers, for replays of their idempotency keys. */
  readonly requests: RememberedRequest[] = [];
  readonly audit: AuditRecord[] = [];
  private readonly noted = new NotedChanges();
  private readonly namers = new Namers();
  /** Reservations that have left the zone. */
  private readonly departed = new Set<string>();
  /** The stored assignments of reservations whose addresses may have changed. */
  private readonly storedAddresses = new Map<string, readonly AddressAssignment[]>();
  /** Of the request that is being decided, if it belongs to a trace. */
  traceparent?: string;
  /** The most addresses of a waiting reservation that would be admitted if the zone got more of them; 0: there is none. */
  addressesWanted = 0;
  private readonly undoSteps: (() => void)[] = [];
  /** What waiting reservations have not been tried for. */
  readonly freed = new Freed();

  constructor(
    private readonly evolving: ZoneFold,
    readonly now: Instant,
    readonly rows: LoadedRows = NO_ROWS,
    private readonly addresses = new AddressBook([], []),
  ) {}

  /** The zone, including the entries that this draft has posted. */
  get fold(): ZoneView {
    return this.evolving;
  }

  get zoneId(): string {
    return this.evolving.zoneId;
  }

  /** The head, including the entries that this draft has posted. */
  get head(): number {
    return this.fold.head + this.entries.length;
  }

  /** Changes of reservations to notify subscriptions of, in order. */
  get changes(): readonly NotedChange[] {
    return this.noted.all;
  }

  /** The traits of the zone's providers. May be empty if no loaded reservation requires traits. */
  get providerTraits(): ReadonlyMap<string, Traits> {
    return this.rows.providerTraits;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Posts a ledger entry. An entry with an empty window moves nothing and is ignored. */
  post(entry: LedgerEntry): void {
    if (entry.window.start >= entry.window.end) return;
    this.evolving.apply(entry);
    this.entries.push(entry);
    this.freed.noteEntry(entry);
    this.undoSteps.push(() => {
      this.entries.pop();
      this.evolving.apply(entry, -1);
    });
  }

  saveReservation(reservation: HeldReservation): void {
    const { id } = reservation.record;
    const before = this.reservations.get(id) ?? this.storedReservation(id);
    if (before) this.noteChange({ before: before.record, after: reservation.record });
    const { elements } = reservation.record;
    const named = this.reservations.get(id)?.record.elements ?? [];
    // Few reservations have elements.
    if (named.length + elements.length > 0) this.undoSteps.push(this.namers.replace(id, named, elements));
    this.remember(this.reservations, id, reservation);
    this.noteHolding(reservation.record);
  }

  /** What a tenant holds is part of the fold, if the tenant has a limit. */
  private noteHolding(record: ReservationRecord): void {
    const { tenant, id } = record;
    const takeBack =
      tenant === undefined ? undefined : this.evolving.tenants.replace(tenant, id, holdingOf(record));
    if (takeBack) this.undoSteps.push(takeBack);
  }

  /** Takes a reservation out of the zone, for another zone that has admitted it. Its addresses are free here. */
  removeReservation(id: string): void {
    this.changeAddresses(id, () => this.addresses.restore(id, []));
    this.departed.add(id);
    this.undoSteps.push(() => this.departed.delete(id));
  }

  /** Records a change of a reservation if subscriptions are notified of it. */
  noteChange(change: ReservationChange): void {
    if (isVisibleChange(change)) this.note({ id: change.after.id, change });
  }

  /** Records the creation of a reservation. A move from another zone is not a creation. */
  noteCreated(id: string): void {
    this.note({ id });
  }

  /** Runs work on behalf of no request: other callers' notifications must not carry the trace of the one that caused them. */
  untraced(work: () => void): void {
    const { traceparent } = this;
    this.traceparent = undefined;
    work();
    this.traceparent = traceparent;
  }

  private note(noted: NotedChange): void {
    const { traceparent } = this;
    this.undoSteps.push(this.noted.add(traceparent === undefined ? noted : { ...noted, traceparent }));
  }

  saveInstance(instance: InstanceRecord): void {
    this.remember(this.instances, instance.id, instance);
  }

  savePoolEntry(poolEntry: PoolEntryRecord): void {
    this.remember(this.poolEntries, poolEntry.id, poolEntry);
  }

  retireProvider(id: string): void {
    this.retiredProviders.add(id);
    this.undoSteps.push(() => this.retiredProviders.delete(id));
  }

  /** @throws DomainError `idempotency-key-taken` when an earlier request of the batch has the key */
  saveRequest({ answered, audit }: RequestRecord): void {
    if (answered) {
      if (this.requests.some((other) => isSameKey(other, answered))) throw keyTaken();
      this.requests.push(answered);
      this.undoSteps.push(() => this.requests.pop());
    }
    if (audit) {
      this.audit.push(audit);
      this.undoSteps.push(() => this.audit.pop());
    }
  }

  /** Adds a range to the zone. It must not overlap the zone's other ranges. See `AddressBook.addRange`. */
  saveAddressRange(range: string, spare = 0): void {
    this.addressRanges.push(range);
    // Whatever the window of the pool entry that names it: a range stays.
    this.freed.note({ start: this.now, end: FOREVER });
    const takeBack = this.addresses.addRange(range, spare);
    this.undoSteps.push(() => {
      this.addressRanges.pop();
      takeBack();
    });
  }

  /** The addresses the zone has or can still get. Needs `Needs.addresses`. */
  get zoneAddresses(): AddressView {
    return this.addresses;
  }

  /**
   * Assigns concrete addresses to a reservation for what is left of its window. It keeps the addresses it has; see
   * `AddressBook.assign`.
   */
  assignAddresses(
    reservationId: string,
    count: number,
    window: TimeWindow,
    keep: readonly string[] = [],
  ): ReturnType<AddressBook['assign']> {
    return this.changeAddresses(reservationId, () =>
      this.addresses.assign(reservationId, count, window, keep, this.now),
    );
  }

  /** Releases all addresses of a reservation. */
  endAddresses(reservationId: string): void {
    this.changeAddresses(reservationId, () => this.addresses.end(reservationId, this.now));
  }

  /** For each reservation whose addresses may have changed, the assignments as stored and as they are now. */
  addressChanges(): { before: readonly AddressAssignment[]; after: readonly AddressAssignment[] }[] {
    return [...this.storedAddresses].map(([id, before]) => ({
      before,
      after: this.addresses.assignmentsOf(id),
    }));
  }

  private changeAddresses<T>(reservationId: string, change: () => T): T {
    const before = this.addresses.assignmentsOf(reservationId);
    if (!this.storedAddresses.has(reservationId)) this.storedAddresses.set(reservationId, before);
    const result = change();
    // A refused assignment changes nothing.
    if (this.addresses.assignmentsOf(reservationId) !== before) {
      // A reservation in conflict has addresses although it has no amounts to release.
      for (const { window } of before) this.freed.note(window);
      this.undoSteps.push(() => this.addresses.restore(reservationId, before));
    }
    return result;
  }

  /** Notes that a waiting reservation would be admitted if the zone were extended. */
  wantAddresses(count: number): void {
    const before = this.addressesWanted;
    this.addressesWanted = Math.max(before, count);
    this.undoSteps.push(() => (this.addressesWanted = before));
  }

  /** The addresses a reservation could get beside those it keeps. */
  addressRoom(reservationId: string, keep: readonly string[] = []): AddressRoom {
    return new AddressRoom(this.addresses, reservationId, keep);
  }

  /** A reservation as the earlier decisions of this batch left it. */
  reservation(id: string): HeldReservation | undefined {
    const held = this.reservations.get(id) ?? this.storedReservation(id);
    if (!held || this.departed.has(id)) return undefined;
    const changed = [...this.instances.values()].filter(({ reservationId }) => reservationId === id);
    if (changed.length === 0) return held;
    const unchanged = held.instances.filter((instance) => !this.instances.has(instance.id));
    return { ...held, instances: [...unchanged, ...changed] };
  }

  /** A reservation as stored before this draft; undefined if the draft creates it. */
  storedReservation(id: string): HeldReservation | undefined {
    return this.rows.reservations.get(id) ?? this.rows.waiting.get(id);
  }

  /**
   * The waiting reservations of the zone, in the order in which they are tried, as this batch left them. Needs
   * `Needs.unbacked`.
   */
  *waiting(): Iterable<HeldReservation> {
    for (const stored of this.rows.waiting.values()) {
      const held = this.reservations.get(stored.record.id) ?? stored;
      if (isWaiting(held, this.now) && !this.departed.has(held.record.id)) yield held;
    }
    // The youngest: those that this batch has created, or moved here.
    for (const held of this.reservations.values()) {
      if (!this.rows.waiting.has(held.record.id) && isWaiting(held, this.now)) yield held;
    }
  }

  instance(id: string): InstanceRecord | undefined {
    return this.instances.get(id) ?? this.rows.instances.get(id);
  }

  /**
   * Instances of a provider that have, or may still have, a server on its platform; at most `MAX_INSTANCES_AT` stored
   * ones.
   */
  instancesAt(providerId: string): InstanceRecord[] {
    const known = new Map([...this.rows.instances, ...this.instances]);
    return [...known.values()].filter(
      (instance) => instance.providerId === providerId && isOnPlatform(instance),
    );
  }

  poolEntry(id: string): PoolEntryRecord | undefined {
    return this.poolEntries.get(id) ?? this.rows.poolEntries.get(id);
  }

  /** The pool entries of a provider that have not ended. */
  poolEntriesOf(providerId: string): PoolEntryRecord[] {
    const known = new Map([...this.rows.poolEntries, ...this.poolEntries]);
    return [...known.values()].filter((entry) => entry.providerId === providerId && !isOver(entry, this.now));
  }

  isRetired(providerId: string): boolean {
    return this.retiredProviders.has(providerId) || this.rows.retired.has(providerId);
  }

  /** The reservations loaded or changed by this draft, in their current state; with `isWanted` only those that it holds for. */
  knownReservations(isWanted: (record: ReservationRecord) => boolean = () => true): HeldReservation[] {
    const ids = new Set([...this.rows.reservations.keys(), ...this.reservations.keys()]);
    return [...ids].flatMap((id) => {
      const held = this.reservations.get(id) ?? this.rows.reservations.get(id);
      return held && isWanted(held.record) ? (this.reservation(id) ?? []) : [];
    });
  }

  /** Live reservations that protect an element (semantics §5), including those of this batch. A waiting one protects none. */
  protectorsOf(elementId: string): CountedReservation[] {
    return this.namersOf(elementId).filter(({ status }) => status !== 'waiting');
  }

  /** Live reservations that have an element, waiting ones included. */
  namersOf(elementId: string): CountedReservation[] {
    const loaded = this.rows.protectors.get(elementId) ?? [];
    const unchanged = loaded.filter(({ id }) => !this.reservations.has(id));
    const changed = [...this.namers.of(elementId)].flatMap((id) => this.reservations.get(id)?.record ?? []);
    return [...unchanged, ...changed].filter((record) => isLive(record, this.now));
  }

  /** The elements a live reservation protects, as this batch left them. `unread`: the chain was cut before it. */
  elementsOf(reservationId: string): readonly string[] | 'unread' {
    const record = this.reservations.get(reservationId)?.record;
    if (record) return isLive(record, this.now) ? record.elements : [];
    return this.rows.chains.get(reservationId) ?? (this.rows.areChainsCut ? 'unread' : []);
  }

  /** Runs a decision; if it throws, everything it posted and saved is undone. */
  withSavepoint<T>(decision: () => T): T {
    this.noted.beginDecision();
    const mark = this.undoSteps.length;
    try {
      return decision();
    } catch (error) {
      this.undoTo(mark);
      throw error;
    }
  }

  /** Runs a decision for its result only, also within another one: everything it posted and saved is undone. */
  rehearse<T>(decision: () => T): T {
    const goOn = this.noted.beginDecision();
    const mark = this.undoSteps.length;
    try {
      return decision();
    } finally {
      this.undoTo(mark);
      goOn();
    }
  }

  /**
   * Moves the fold to the draft's head, after the draft has been stored as this batch.
   *
   * @param addressChange see `ZoneFold.expectWake`
   */
  settle(batchId: string, addressChange?: () => Instant | undefined): void {
    this.evolving.head += this.entries.length;
    this.evolving.headBatch = batchId;
    this.evolving.changedAt = this.now;
    this.evolving.recordedAt = this.now;
    for (const { record } of this.reservations.values()) {
      if (record.heldUntil !== undefined && isLive(record, this.now)) {
        this.evolving.nextHold = Math.min(this.evolving.nextHold, record.heldUntil);
      }
    }
    this.evolving.noteUnbacked(unbackedOf(this.reservations.values(), this.now));
    this.evolving.expectWake(this.now, { addressChange });
  }

  /** Undoes the whole draft on the fold. */
  undo(): void {
    this.undoTo(0);
  }

  private undoTo(mark: number): void {
    while (this.undoSteps.length > mark) this.undoSteps.pop()?.();
  }

  private remember<T>(into: Map<string, T>, id: string, value: T): void {
    const before = into.get(id);
    into.set(id, value);
    this.undoSteps.push(() => {
      if (before === undefined) into.delete(id);
      else into.set(id, before);
    });
  }
}

function isWaiting({ record }: HeldReservation, now: Instant): boolean {
  return record.status === 'waiting' && isLive(record, now);
}
