import { Injectable } from '@nestjs/common';
import type { AddressView } from '../allocation/addresses/address-book.js';
import { AddressRangesRepository } from '../allocation/addresses/address-ranges.repository.js';
import { AllocationService } from '../allocation/allocation.service.js';
import type { LedgerEntry, OwnerKind } from '../allocation/fold/entry.js';
import type { CapacityView } from '../allocation/fold/capacity-timelines.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import type { CollectionKind } from '../kernel/identifiers.js';
import { groupsOf } from '../kernel/in-turns.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { TimeWindow } from '../kernel/time-window.js';
import { CollectionsInWindowRepository, type FindOptions } from './collections-in-window.repository.js';
import { heldInstead } from './instance-draw.js';
import type { Matching } from './matching.js';
import type { Selection } from './selection.js';
import { Utilization, type Metric } from './utilization.js';
import { handovers } from './worst-instant.js';
import { ZonePart } from './zone-part.js';

/** A zone at a head, and its selected collections. */
export interface SelectedInZone {
  readonly zoneId: string;
  readonly head: number;
  readonly matching: Matching;
  /** The ids of `without` that are collections of the zone. */
  readonly leftOutIds: readonly string[];
}

/** The range and selection of a sum. */
export interface UtilizationQuestion {
  readonly metric: Metric;
  readonly window: TimeWindow;
  readonly selection: Selection;
  readonly options: Pick<FindOptions, 'whollyFrom' | 'view'>;
}

/**
 * The basis of a metric (semantics §7). A whole zone, unless `elements` or the scope `exclusive` narrows the list: then
 * the listed collections. `available` belongs to providers: with `elements` it is the free capacity of the selected
 * providers, so it never exceeds what can be reserved there; none selected, zero.
 */
type Basis =
  | { readonly kind: 'zone' }
  | { readonly kind: 'providers'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'collections' };

/** Metrics whose addresses depend on those in the zone's ranges. */
const LIMITED: readonly Metric[] = ['total', 'available', 'reserved'];

/** Owners whose entries or instances are read at the same time. */
const OWNERS = 500;

/** Milliseconds that reading an entry takes, by measurement. */
const ENTRY_MS = 0.01;

const KIND_OF_OWNER: Readonly<Record<OwnerKind, CollectionKind>> = {
  pool: 'ResourcePool',
  reservation: 'ResourceReservation',
  instance: 'ResourceAllocation',
  provider: 'ResourceProvider',
};

/** Sums a metric over a window in a zone, without the collections in `without`. */
@Injectable()
export class ZoneUtilization {
  constructor(
    private readonly allocation: AllocationService,
    private readonly repository: CollectionsInWindowRepository,
    private readonly ranges: AddressRangesRepository,
    private readonly work: HeavyWork,
  ) {}

  /**
   * Adds a zone's figures at the head at which its collections were read. False, and adds nothing, when the zone may
   * have got ranges since, because its number of addresses at that head is then unknown.
   *
   * @param isLastTry use the present addresses all the same
   */
  async addTo(
    utilization: Utilization,
    zone: SelectedInZone,
    question: UtilizationQuestion,
    isLastTry: boolean,
  ): Promise<boolean> {
    const basis = basisOf(question);
    const part = await this.partOf(zone, question, basis);
    if (part.isOutdated && !isLastTry) return false;
    for (const window of zone.matching.windows()) utilization.addCollection(window);
    const owners = basis.kind === 'collections' ? zone.matching.ids : undefined;
    await this.addOwned(part, zone, question, basis, owners);
    if (isBounded(question)) part.boundBy(await this.ofListed(zone, question));
    const limited = this.work.timed(() => part.limited());
    await this.work.inParts(utilization.addAll(limited));
    return true;
  }

  /** Ends the sum over zones: adds the addresses in shared ranges once. */
  async shareAddresses(utilization: Utilization): Promise<void> {
    if (utilization.wantsSharedAddresses) utilization.shareAddresses(await this.ranges.spare());
  }

  /** The fold's part at the head at which the collections were read. */
  private async partOf(
    { zoneId, head }: SelectedInZone,
    { metric, window, selection }: UtilizationQuestion,
    basis: Basis,
  ): Promise<ZonePart> {
    const isLimited = basis.kind !== 'collections' && LIMITED.includes(metric);
    // The read may be repeated, so each attempt fills a part of its own.
    const look = (fold: ZoneView, addresses: AddressView | undefined, seen: number) => {
      const part = new ZonePart(metric, window);
      addTimelines(part.figures, fold, basis, selection);
      if (metric === 'available') beginRows(part.figures, providersOf(fold, basis, selection), fold);
      if (addresses && fold.tracks('addresses')) {
        const fill = (sum: Utilization): void => addTimelines(sum, fold, basis, selection, 'addresses');
        part.limitTo(addresses, fill, leftOutOf(fold, basis, selection));
      }
      return { seen, part };
    };
    if (basis.kind === 'collections') {
      // Of the fold this takes only which classes there are, whatever the window.
      return this.allocation.read(zoneId, (fold, _, seen) => look(fold, undefined, seen).part);
    }
    const { seen, part } = isLimited
      ? await this.allocation.readAddressesWithin(zoneId, window, look)
      : await this.allocation.readWithin(zoneId, window, (fold, _, seen) => look(fold, undefined, seen));
    // Entries are immutable, so subtracting the newer ones gives the figures of the earlier head.
    for (const entry of await this.repository.entriesBetween(zoneId, head, seen)) {
      part.noteNewer(entry);
      if (isCounted(entry, basis, selection)) part.addEntry(entry, -1);
    }
    return part;
  }

  /** The available amount that the listed collections alone come to: listed pools less listed reservations and instances. */
  private async ofListed(zone: SelectedInZone, question: UtilizationQuestion): Promise<Utilization> {
    const { metric, window, selection } = question;
    const { ids, reservationIds } = zone.matching;
    const listed = new Set(ids);
    // A reservation is listed with what its instances draw.
    for (const some of groupsOf(reservationIds, OWNERS)) {
      for (const id of await this.work.step(() => this.repository.instancesOf(zone.zoneId, some))) {
        if (!selection.leavesOut('ResourceAllocation', id)) listed.add(id);
      }
      await this.work.breathe();
    }
    const sum = new Utilization(metric, window);
    await this.addOwned(sum, zone, question, { kind: 'collections' }, listed);
    return sum;
  }

  /**
   * Adds the entries of some owners, or subtracts those of the left-out ones from the fold's part.
   *
   * @param owners the ids of the owners; absent: the fold's part has the entries of all
   */
  private async addOwned(
    part: Pick<ZonePart, 'addEntry'>,
    { zoneId, head, leftOutIds }: SelectedInZone,
    { selection }: UtilizationQuestion,
    basis: Basis,
    owners?: ReadonlySet<string>,
  ): Promise<void> {
    for await (const entry of this.entriesOf(zoneId, owners ? [...owners] : leftOutIds, head)) {
      const isMeant =
        owners !== undefined || selection.leavesOut(KIND_OF_OWNER[entry.ownerKind], entry.ownerId);
      if (isMeant && isCounted(entry, basis, selection)) part.addEntry(entry, owners ? 1 : -1);
    }
    for (const entry of await this.heldInstead(zoneId, selection, leftOutIds, head)) {
      const isThere =
        !selection.leavesOut('ResourceReservation', entry.ownerId) && (owners?.has(entry.ownerId) ?? true);
      if (isThere && isCounted(entry, basis, selection)) part.addEntry(entry, 1);
    }
  }

  /** The entries up to a head of some owners, who may be many. */
  private async *entriesOf(zoneId: string, ownerIds: readonly string[], head: number) {
    for (const some of groupsOf(ownerIds, OWNERS)) {
      const entries = await this.repository.entriesOf(zoneId, some, head);
      this.work.charge(entries.length * ENTRY_MS);
      yield* entries;
      await this.work.breathe();
    }
  }

  /** The amounts that reservations would hold if the left-out instances didn't draw on them. */
  private async heldInstead(
    zoneId: string,
    selection: Selection,
    leftOutIds: readonly string[],
    head: number,
  ): Promise<LedgerEntry[]> {
    const found = await this.repository.drawsOf(zoneId, leftOutIds, head);
    const draws = new Map(
      found
        .filter(({ instanceId }) => selection.leavesOut('ResourceAllocation', instanceId))
        .map((draw) => [draw.instanceId, draw]),
    );
    const uses = await this.repository.entriesOf(zoneId, [...draws.keys()], head);
    return uses.flatMap((use) => {
      const draw = draws.get(use.ownerId);
      return draw ? heldInstead(use, draw) : [];
    });
  }
}

function basisOf(question: UtilizationQuestion): Basis {
  const { metric, selection } = question;
  if (metric === 'available') {
    return selection.isNarrowed
      ? { kind: 'providers', ids: selection.selectedProviders() }
      : { kind: 'zone' };
  }
  return { kind: isOfSome(question) ? 'collections' : 'zone' };
}

/** Whether the list of collections is narrowed in a way that the figures may follow. */
export function isOfSome({ selection, options }: UtilizationQuestion): boolean {
  return selection.isNarrowed || options.whollyFrom !== undefined;
}

/**
 * Whether the available amount is limited to that of the listed collections. A tenant sees no pools, so its list says
 * nothing about them.
 */
function isBounded({ metric, options }: UtilizationQuestion): boolean {
  return metric === 'available' && options.whollyFrom !== undefined && options.view === undefined;
}

/** Whether an entry is on a provider that counts. */
function isCounted({ providerId = '' }: LedgerEntry, basis: Basis, selection: Selection): boolean {
  if (selection.leavesOut('ResourceProvider', providerId)) return false;
  return basis.kind !== 'providers' || basis.ids.has(providerId);
}

/** The providers whose figures a basis adds up. */
function providersOf(fold: ZoneView, basis: Basis, selection: Selection): CapacityView[] {
  return Array.from(fold.providerIds())
    .filter((id) =>
      basis.kind === 'providers' ? basis.ids.has(id) : !selection.leavesOut('ResourceProvider', id),
    )
    .map((id) => fold.provider(id));
}

/** A row can be reserved until the next one begins, so it ends where one provider has less and another one more. */
function beginRows(part: Utilization, providers: readonly CapacityView[], fold: ZoneView): void {
  for (const name of fold.trackedClasses()) part.beginRows(handovers(providers, name, part.complete));
}

/** Adds the fold's timelines of a metric; collections are summed from their entries instead. */
function addTimelines(
  part: Utilization,
  fold: ZoneView,
  basis: Basis,
  selection: Selection,
  only?: ResourceClass,
): void {
  for (const name of fold.trackedClasses()) part.addClass(name);
  if (basis.kind === 'providers') {
    for (const provider of providersOf(fold, basis, selection)) part.addTimelines(provider, 1, only);
  } else if (basis.kind === 'zone') {
    part.addTimelines(fold.whole(), 1, only);
    for (const provider of leftOutOf(fold, basis, selection)) part.addTimelines(provider, -1, only);
  }
}

/** The providers whose figures a basis subtracts from those of the zone. */
function leftOutOf(fold: ZoneView, { kind }: Basis, selection: Selection): CapacityView[] {
  if (kind !== 'zone') return [];
  return Array.from(fold.providerIds())
    .filter((id) => selection.leavesOut('ResourceProvider', id))
    .map((id) => fold.provider(id));
}
