import { Injectable } from '@nestjs/common';
import type { AddressView } from '../allocation/address-book.js';
import { AddressRangesRepository } from '../allocation/address-ranges.repository.js';
import { AllocationService } from '../allocation/allocation.service.js';
import type { LedgerEntry, OwnerKind } from '../allocation/ledger-entry.js';
import type { ZoneView } from '../allocation/zone-fold.js';
import type { CollectionKind } from '../kernel/identifiers.js';
import type { TimeWindow } from '../kernel/time-window.js';
import {
  CollectionsInWindowRepository,
  type WindowedCollection,
} from './collections-in-window.repository.js';
import { heldInstead } from './instance-draw.js';
import type { Selection } from './selection.js';
import type { Metric, Utilization } from './utilization.js';
import { ZonePart } from './zone-part.js';

/** A zone at a head, and the collections of it that a query selects there. */
export interface SelectedInZone {
  readonly zoneId: string;
  readonly head: number;
  readonly matching: readonly WindowedCollection[];
}

/** What a metric is to be summed over. */
export interface UtilizationQuestion {
  readonly metric: Metric;
  readonly window: TimeWindow;
  readonly selection: Selection;
}

/**
 * What a metric is of (semantics §7). Not narrowed by `elements`: a whole zone. Narrowed: the selected collections. But
 * what is `available` is so on a provider, whatever the selection makes of its reservations: narrowed, it is what is free
 * on the selected providers, so that it is never more than can be reserved there; none selected, nothing.
 */
type Basis =
  | { readonly kind: 'zone' }
  | { readonly kind: 'providers'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'collections' };

/** Metrics that tell what there is: of addresses no more than the zone's ranges hold. */
const LIMITED: readonly Metric[] = ['total', 'available'];

const KIND_OF_OWNER: Readonly<Record<OwnerKind, CollectionKind>> = {
  pool: 'ResourcePool',
  reservation: 'ResourceReservation',
  instance: 'ResourceAllocation',
  provider: 'ResourceProvider',
};

/** Adds up how a metric goes over a window in a zone, as if what `without` names weren't there. */
@Injectable()
export class ZoneUtilization {
  constructor(
    private readonly allocation: AllocationService,
    private readonly repository: CollectionsInWindowRepository,
    private readonly ranges: AddressRangesRepository,
  ) {}

  /**
   * Adds a zone's figures as of the head at which its collections were found. False, and nothing added, when the zone may have been
   * given ranges since: how many addresses it had at that head can't be told any more.
   *
   * @param isLastTry take those it has now all the same
   */
  async addTo(
    utilization: Utilization,
    zone: SelectedInZone,
    question: UtilizationQuestion,
    isLastTry: boolean,
  ): Promise<boolean> {
    const basis = basisOf(question.metric, question.selection);
    const part = await this.partOf(zone, question, basis);
    if (part.isOutdated && !isLastTry) return false;
    for (const { window } of zone.matching) utilization.addCollection(window);
    await this.addOwned(part, zone, question, basis);
    utilization.addAll(part.limited());
    return true;
  }

  /** Ends the sum over zones: what they could all be given of the shared ranges is there once. */
  async shareAddresses(utilization: Utilization): Promise<void> {
    if (utilization.wantsSharedAddresses) utilization.shareAddresses(await this.ranges.spare());
  }

  /** What the fold holds, as of the head at which the collections were found. */
  private async partOf(
    { zoneId, head }: SelectedInZone,
    { metric, window, selection }: UtilizationQuestion,
    basis: Basis,
  ): Promise<ZonePart> {
    const isLimited = basis.kind !== 'collections' && LIMITED.includes(metric);
    // A look may be taken more than once, so it fills something of its own.
    const look = (fold: ZoneView, addresses: AddressView | undefined, seen: number) => {
      const part = new ZonePart(metric, window);
      addTimelines(part.figures, fold, basis, selection);
      if (addresses && fold.tracks('addresses')) part.limitTo(addresses);
      return { seen, part };
    };
    const { seen, part } = isLimited
      ? await this.allocation.readAddressesFrom(zoneId, window.start, look)
      : await this.allocation.readFrom(zoneId, window.start, (fold, _, seen) => look(fold, undefined, seen));
    if (basis.kind === 'collections') return part;
    // Entries are never changed, so taking the newer ones off again gives the figures of the earlier head.
    for (const entry of await this.repository.entriesBetween(zoneId, head, seen)) {
      part.noteNewer(entry);
      if (isCounted(entry, basis, selection)) part.addEntry(entry, -1);
    }
    return part;
  }

  /** Adds the entries of the selected collections, or takes those of the left-out ones off what the fold holds. */
  private async addOwned(
    part: ZonePart,
    { zoneId, head, matching }: SelectedInZone,
    { selection }: UtilizationQuestion,
    basis: Basis,
  ): Promise<void> {
    const selected = basis.kind === 'collections' ? new Set(matching.map(({ id }) => id)) : undefined;
    const entries = await this.repository.entriesOf(
      zoneId,
      selected ? [...selected] : selection.leftOutIds,
      head,
    );
    for (const entry of entries) {
      const isMeant =
        selected !== undefined || selection.leavesOut(KIND_OF_OWNER[entry.ownerKind], entry.ownerId);
      if (isMeant && isCounted(entry, basis, selection)) part.addEntry(entry, selected ? 1 : -1);
    }
    for (const entry of await this.heldInstead(zoneId, selection, head)) {
      const isThere =
        !selection.leavesOut('ResourceReservation', entry.ownerId) && (selected?.has(entry.ownerId) ?? true);
      if (isThere && isCounted(entry, basis, selection)) part.addEntry(entry, 1);
    }
  }

  /** What reservations would hold if the instances that are left out didn't draw on them. */
  private async heldInstead(zoneId: string, selection: Selection, head: number): Promise<LedgerEntry[]> {
    const found = await this.repository.drawsOf(zoneId, selection.leftOutIds, head);
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

function basisOf(metric: Metric, selection: Selection): Basis {
  if (!selection.isNarrowed) return { kind: 'zone' };
  if (metric !== 'available') return { kind: 'collections' };
  return { kind: 'providers', ids: selection.selectedProviders() };
}

/** Whether an entry lies where the metric is summed. */
function isCounted({ providerId = '' }: LedgerEntry, basis: Basis, selection: Selection): boolean {
  if (selection.leavesOut('ResourceProvider', providerId)) return false;
  return basis.kind !== 'providers' || basis.ids.has(providerId);
}

/** What of the fold a metric is of; collections are added up from their entries instead. */
function addTimelines(part: Utilization, fold: ZoneView, basis: Basis, selection: Selection): void {
  for (const name of fold.trackedClasses()) part.addClass(name);
  if (basis.kind === 'providers') {
    for (const id of basis.ids) part.addTimelines(fold.provider(id));
  } else if (basis.kind === 'zone') {
    part.addTimelines(fold.whole());
    for (const id of selection.leftOutIds) {
      if (selection.leavesOut('ResourceProvider', id)) part.addTimelines(fold.provider(id), -1);
    }
  }
}
