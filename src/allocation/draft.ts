import { isSameKey, keyTaken, type RememberedRequest } from '../database/remembered-request.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { Traits } from '../kernel/traits.js';
import { AddressBook, type AddressView } from './address-book.js';
import { AddressRoom } from './address-room.js';
import type { LedgerEntry } from './ledger-entry.js';
import { NO_ROWS, type LoadedRows } from './loaded-rows.js';
import {
  isLive,
  isOnPlatform,
  isOver,
  type HeldReservation,
  type InstanceRecord,
  type PoolEntryRecord,
  type ReservationRecord,
} from './records.js';
import { isVisibleChange, type ReservationChange } from './reservation-change.js';
import type { ZoneFold, ZoneView } from './zone-fold.js';

/**
 * One batch of admissions being decided. What is posted takes effect on the fold at once, so that the next decision
 * of the batch sees it; nothing is stored until the ledger has appended the whole draft.
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
  /** Requests whose repetition is to be answered alike. */
  readonly requests: RememberedRequest[] = [];
  /** What happened to reservations, in this order, for whoever watches them. */
  readonly changes: ReservationChange[] = [];
  private readonly undoSteps: (() => void)[] = [];

  constructor(
    private readonly evolving: ZoneFold,
    readonly now: Instant,
    private readonly rows: LoadedRows = NO_ROWS,
    private readonly addresses = new AddressBook([], []),
  ) {}

  /** The zone with what this draft has posted so far. */
  get fold(): ZoneView {
    return this.evolving;
  }

  get zoneId(): string {
    return this.evolving.zoneId;
  }

  /** The head that the fold stands for with what this draft has posted so far. */
  get head(): number {
    return this.fold.head + this.entries.length;
  }

  /** What the zone's providers are like; those of a zone in which no traits are required may be left out. */
  get providerTraits(): ReadonlyMap<string, Traits> {
    return this.rows.providerTraits;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Enters into the ledger. An empty window moves nothing and is left out. */
  post(entry: LedgerEntry): void {
    if (entry.window.start >= entry.window.end) return;
    this.evolving.apply(entry);
    this.entries.push(entry);
    this.undoSteps.push(() => {
      this.entries.pop();
      this.evolving.apply(entry, -1);
    });
  }

  saveReservation(reservation: HeldReservation): void {
    const { id } = reservation.record;
    const before = this.reservations.get(id) ?? this.rows.reservations.get(id);
    if (before) this.noteChange({ before: before.record, after: reservation.record });
    this.remember(this.reservations, id, reservation);
  }

  /** Records what happened to a reservation, if there is anything in it for those who watch it. */
  noteChange(change: ReservationChange): void {
    if (!isVisibleChange(change)) return;
    this.changes.push(change);
    this.undoSteps.push(() => this.changes.pop());
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
  saveRequest(request: RememberedRequest): void {
    if (this.requests.some((other) => isSameKey(other, request))) throw keyTaken();
    this.requests.push(request);
    this.undoSteps.push(() => this.requests.pop());
  }

  /** Those of the zone's ranges that share addresses with another. Known to what asks for addresses. */
  addressRangesOverlapping(range: string): string[] {
    return this.addresses.rangesOverlapping(range);
  }

  /** Gives the zone a range; no other of its ranges may overlap it. */
  saveAddressRange(range: string): void {
    this.addressRanges.push(range);
    const takeBack = this.addresses.addRange(range);
    this.undoSteps.push(() => {
      this.addressRanges.pop();
      takeBack();
    });
  }

  /** The addresses the zone has or can still be given. Known to what asks for addresses. */
  get zoneAddresses(): AddressView {
    return this.addresses;
  }

  /** Gives a reservation concrete addresses for its window, keeping those it has; see `AddressBook.assign`. */
  assignAddresses(
    reservationId: string,
    count: number,
    window: TimeWindow,
    keep: readonly string[] = [],
  ): ReturnType<AddressBook['assign']> {
    const before = this.addresses.assignmentsOf(reservationId);
    const assigned = this.addresses.assign(reservationId, count, window, keep);
    this.undoSteps.push(() => this.addresses.restore(reservationId, before));
    return assigned;
  }

  /** From now on a reservation holds no address any more. */
  endAddresses(reservationId: string): void {
    const before = this.addresses.assignmentsOf(reservationId);
    if (before.length === 0) return;
    this.addresses.restore(reservationId, []);
    this.undoSteps.push(() => this.addresses.restore(reservationId, before));
  }

  /** What a reservation could be given beside the addresses it has and keeps. */
  addressRoom(reservationId: string, keep: readonly string[] = []): AddressRoom {
    return new AddressRoom(this.addresses, reservationId, keep);
  }

  /** A reservation as the earlier decisions of this batch left it. */
  reservation(id: string): HeldReservation | undefined {
    const held = this.reservations.get(id) ?? this.rows.reservations.get(id);
    if (!held) return undefined;
    const instances = new Map(held.instances.map((instance) => [instance.id, instance]));
    for (const instance of this.instances.values()) {
      if (instance.reservationId === id) instances.set(instance.id, instance);
    }
    return { ...held, instances: [...instances.values()] };
  }

  /** A reservation as it is stored before this draft; undefined when it came into being in it. */
  storedReservation(id: string): HeldReservation | undefined {
    return this.rows.reservations.get(id);
  }

  /** Whether a reservation has ever held anything in the zone before this draft. */
  wasHeldBefore(id: string): boolean {
    return this.rows.heldBefore.has(id);
  }

  instance(id: string): InstanceRecord | undefined {
    return this.instances.get(id) ?? this.rows.instances.get(id);
  }

  /** Instances of a provider that have, or may still have, a server on its platform; some of them where there are many. */
  instancesAt(providerId: string): InstanceRecord[] {
    const known = new Map([...this.rows.instances, ...this.instances]);
    return [...known.values()].filter(
      (instance) => instance.providerId === providerId && isOnPlatform(instance),
    );
  }

  poolEntry(id: string): PoolEntryRecord | undefined {
    return this.poolEntries.get(id) ?? this.rows.poolEntries.get(id);
  }

  /** The pool entries of a provider that are not over. */
  poolEntriesOf(providerId: string): PoolEntryRecord[] {
    const known = new Map([...this.rows.poolEntries, ...this.poolEntries]);
    return [...known.values()].filter((entry) => entry.providerId === providerId && !isOver(entry, this.now));
  }

  isRetired(providerId: string): boolean {
    return this.retiredProviders.has(providerId) || this.rows.retired.has(providerId);
  }

  /** Every reservation this draft knows of, as it stands now. */
  knownReservations(): HeldReservation[] {
    const ids = new Set([...this.rows.reservations.keys(), ...this.reservations.keys()]);
    return [...ids].flatMap((id) => this.reservation(id) ?? []);
  }

  /** What a tenant's reservations hold, those in conflict left out, as the earlier decisions of this batch left them. */
  heldByTenant(tenant: string): ReservationRecord[] {
    const known = new Map(this.rows.heldByTenants.map((record) => [record.id, record]));
    for (const { record } of this.reservations.values()) known.set(record.id, record);
    return [...known.values()].filter(
      (record) => record.tenant === tenant && record.status === 'admitted' && record.window.end > this.now,
    );
  }

  /** Live reservations that protect an element (semantics §5), including those of this batch. */
  protectorsOf(elementId: string): ReservationRecord[] {
    const loaded = this.rows.protectors.get(elementId) ?? [];
    const known = new Map(loaded.map((record) => [record.id, record]));
    for (const { record } of this.reservations.values()) {
      if (record.elements.some((element) => element.endsWith(`:${elementId}`))) known.set(record.id, record);
    }
    return [...known.values()]
      .map(({ id, ...rest }) => this.reservations.get(id)?.record ?? { id, ...rest })
      .filter((record) => isLive(record, this.now));
  }

  /** What a live reservation protects, as this batch left it. `unread`: at the end of a chain that was cut. */
  elementsOf(reservationId: string): readonly string[] | 'unread' {
    const record = this.reservations.get(reservationId)?.record;
    if (record) return isLive(record, this.now) ? record.elements : [];
    return this.rows.chains.get(reservationId) ?? (this.rows.areChainsCut ? 'unread' : []);
  }

  /** Runs a decision; if it throws, whatever it had posted and saved is undone. */
  attempt<T>(decision: () => T): T {
    const mark = this.undoSteps.length;
    try {
      return decision();
    } catch (error) {
      this.undoTo(mark);
      throw error;
    }
  }

  /** The draft is stored as this batch: what the fold shows of it is true now. */
  settle(batchId: string): void {
    this.evolving.head += this.entries.length;
    this.evolving.headBatch = batchId;
    this.evolving.changedAt = this.now;
  }

  /** Takes the whole draft back from the fold. */
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
