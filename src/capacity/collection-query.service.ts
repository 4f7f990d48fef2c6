import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { ZonesRepository } from '../allocation/zones.repository.js';
import type { LedgerEntry } from '../allocation/ledger-entry.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference, parseReference, type Reference } from '../kernel/identifiers.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import {
  CollectionsInWindowRepository,
  type CollectionSet,
  type Scope,
  type WindowedCollection,
} from './collections-in-window.repository.js';
import { heldInstead } from './instance-draw.js';
import { Utilization, type Metric, type UtilizationRow } from './utilization.js';

export interface CollectionFilter {
  readonly metric: Metric;
  readonly zoneId?: string;
  readonly showUtilization: boolean;
  readonly without: readonly string[];
  readonly some: readonly string[];
  readonly every: readonly string[];
  /** Without a start: what is in force now or later. */
  readonly window: { readonly start?: Instant; readonly end: Instant };
  readonly scope: Scope;
}

export interface CollectionAnswer {
  readonly collections: readonly WindowedCollection[];
  readonly utilization: readonly UtilizationRow[];
}

const SETS: Readonly<Record<Metric, readonly CollectionSet[]>> = {
  total: ['pools'],
  reserved: ['reservations'],
  usage: ['instances'],
  available: ['pools', 'reservations', 'free-instances'],
};

/** Group A's two queries: which collections match, and how the metric goes over the window (semantics §7). */
@Injectable()
export class CollectionQueryService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly repository: CollectionsInWindowRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unknown-zone`, `invalid-request` */
  async query(filter: CollectionFilter): Promise<CollectionAnswer> {
    const without = references(filter.without, ['without']);
    const some = references(filter.some, ['elements', 'some']);
    const every = references(filter.every, ['elements', 'every']);
    const zoneIds =
      filter.zoneId === undefined
        ? await this.zones.all()
        : [await this.zones.require(filter.zoneId, 'zone')];
    const window = this.windowOf(filter);
    const utilization = new Utilization(filter.metric, window);
    const whollyFrom = filter.scope === 'exclusive' ? (filter.window.start ?? 0) : undefined;
    const collections: WindowedCollection[] = [];
    for (const zoneId of zoneIds) {
      const { head, found } = await this.repository.find(zoneId, SETS[filter.metric], window, whollyFrom);
      const matching = found.filter(
        (collection) => !isLeftOut(collection, without) && matches(collection, some, every),
      );
      for (const collection of matching) collections.push(collection);
      if (filter.showUtilization) {
        await this.addZone(utilization, { zoneId, head }, { ...filter, window }, matching, without);
      }
    }
    return { collections, utilization: filter.showUtilization ? utilization.rows() : [] };
  }

  /** Who names no start is not asking about the past, unless the end lies there. */
  private windowOf({ window: { start, end } }: CollectionFilter): TimeWindow {
    const now = this.clock.now();
    return { start: start ?? (end > now ? now : 0), end };
  }

  /** Adds a zone's figures as of the head at which its collections were found. */
  private async addZone(
    utilization: Utilization,
    { zoneId, head }: { zoneId: string; head: number },
    filter: CollectionFilter & { readonly window: TimeWindow },
    matching: readonly WindowedCollection[],
    without: readonly Reference[],
  ): Promise<void> {
    for (const { window } of matching) utilization.addCollection(window);
    const narrowed = filter.metric !== 'available' && filter.some.length + filter.every.length > 0;
    const leftOut = new Set(without.map(({ id }) => id));
    // A look may be taken more than once, so it fills something of its own.
    const { seen, part } = await this.allocation.readFrom(zoneId, filter.window.start, (fold, _, seen) => {
      const part = new Utilization(filter.metric, filter.window);
      for (const name of fold.trackedClasses()) part.addClass(name);
      if (!narrowed) part.addTimelines(fold.whole());
      for (const id of narrowed ? [] : leftOut) part.addTimelines(fold.provider(id), -1);
      return { seen, part };
    });
    utilization.addAll(part);
    const isKept = ({ providerId }: LedgerEntry): boolean => !leftOut.has(providerId ?? '');
    if (!narrowed) {
      // Entries are never changed, so taking the newer ones off again gives the figures of the earlier head.
      const newer = await this.repository.entriesBetween(zoneId, head, seen);
      for (const entry of newer.filter(isKept)) utilization.addEntry(entry, -1);
    }
    const ids = narrowed ? matching.map(({ id }) => id) : [...leftOut];
    const owned = await this.repository.entriesOf(zoneId, ids, head);
    for (const entry of owned.filter(isKept)) utilization.addEntry(entry, narrowed ? 1 : -1);
    const isShown = (id: string): boolean => !leftOut.has(id) && (!narrowed || ids.includes(id));
    const held = await this.heldInstead(zoneId, [...leftOut], head);
    for (const entry of held.filter(({ ownerId }) => isShown(ownerId)).filter(isKept)) {
      utilization.addEntry(entry, 1);
    }
  }

  /** What reservations would hold if the instances that are left out didn't draw on them. */
  private async heldInstead(
    zoneId: string,
    leftOut: readonly string[],
    head: number,
  ): Promise<LedgerEntry[]> {
    const found = await this.repository.drawsOf(zoneId, leftOut, head);
    const draws = new Map(found.map((draw) => [draw.instanceId, draw]));
    const uses = await this.repository.entriesOf(zoneId, [...draws.keys()], head);
    return uses.flatMap((use) => {
      const draw = draws.get(use.ownerId);
      return draw ? heldInstead(use, draw) : [];
    });
  }
}

function references(texts: readonly string[], path: readonly string[]): Reference[] {
  return texts.map((text, index) => {
    const reference = parseReference(text);
    if (reference) return reference;
    throw DomainError.invalidField([...path, index], 'must be an id or <Kind>:<id>');
  });
}

function names(reference: Reference, kind: string, id: string): boolean {
  return reference.id === id && (reference.kind === undefined || reference.kind === kind);
}

/** A provider that is left out takes its pools with it. */
function isLeftOut({ kind, id, elements }: WindowedCollection, without: readonly Reference[]): boolean {
  return without.some(
    (reference) =>
      names(reference, kind, id) ||
      (kind === 'ResourcePool' && elements.includes(formatReference('ResourceProvider', reference.id))),
  );
}

/** `some`: at least one of the elements; `every`: all of them; both given, both hold; empty ones ask for nothing. */
function matches(
  { elements }: WindowedCollection,
  some: readonly Reference[],
  every: readonly Reference[],
): boolean {
  const has = (reference: Reference): boolean =>
    elements.some((element) => {
      const [kind, id] = element.split(':');
      return names(reference, kind, id);
    });
  return (some.length === 0 || some.some(has)) && every.every(has);
}
