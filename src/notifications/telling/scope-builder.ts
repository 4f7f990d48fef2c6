import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { presentAddressEntries } from '../../allocation/addresses/address-entries.js';
import { AddressRangesRepository } from '../../allocation/addresses/address-ranges.repository.js';
import { sumInParts } from '../../allocation/fold/capacity-timelines-builder.js';
import type { CapacityTimelines, CapacityView } from '../../allocation/fold/capacity-timelines.js';
import { buildFold } from '../../allocation/ledger/build-fold.js';
import { WITHOUT_PAUSE, type Pace } from '../../kernel/pace.js';
import { FOREVER } from '../../kernel/time-window.js';
import {
  CapacityWatermarksRepository,
  type CapacityWatermark,
  type WatchedScope,
} from './capacity-watermarks.repository.js';
import { WatchedAddresses } from './watched-addresses.js';
import { WatchedCapacity, type Watch } from './watched-capacity.js';

/** The state of a scope at a watermark, without its subscriptions. */
export interface BuiltScope {
  readonly capacity: WatchedCapacity;
  readonly watermark: CapacityWatermark;
}

/**
 * Builds the state of scopes from the ledger. Outside of a transaction: for a large scope it takes longer than PostgreSQL
 * lets a transaction idle. Entries up to the watermark never change, and only the scope's holder moves the watermark.
 */
@Injectable()
export class ScopeBuilder {
  constructor(
    private readonly dataSource: DataSource,
    private readonly watermarks: CapacityWatermarksRepository,
    private readonly ranges: AddressRangesRepository,
  ) {}

  /**
   * Undefined if the scope is another holder's.
   *
   * @param subscribers the version of the subscriptions that decides whether addresses are watched
   * @param signal ends it with an error
   */
  async build(
    scope: WatchedScope,
    holder: string,
    subscribers: number,
    signal: AbortSignal,
  ): Promise<BuiltScope | undefined> {
    const { manager } = this.dataSource;
    const watermark = await this.watermarks.watermark(scope, holder);
    if (!watermark) return undefined;
    const zones = await providersAt(manager, watermark, signal);
    const watches = await this.watermarks.watches(manager, scope, subscribers);
    const addresses = watchesAddresses(watches)
      ? await this.addressesAt(manager, watermark, zones)
      : undefined;
    const timelines = await WITHOUT_PAUSE.inParts(sumInParts([...zones.values()].flat()));
    const capacity = new WatchedCapacity(timelines, new Map(watermark.heads), watermark.reached, addresses);
    return { capacity, watermark };
  }

  /** Spare addresses that the zones can still get at these heads. */
  spareAt(db: EntityManager, heads: CapacityWatermark['heads']): Promise<number> {
    return this.ranges.spareAt(db, heads);
  }

  private async addressesAt(
    db: EntityManager,
    { heads, reached, spare }: CapacityWatermark,
    zones: ReadonlyMap<string, readonly CapacityView[]>,
  ): Promise<WatchedAddresses> {
    const window = { start: reached, end: FOREVER };
    const own = new Map<string, CapacityTimelines>();
    for (const [zoneId, providers] of zones) {
      const parts = providers.map((provider) => provider.cut('addresses', window));
      own.set(zoneId, await WITHOUT_PAUSE.inParts(sumInParts(parts)));
    }
    const entries = await presentAddressEntries(db, heads, reached);
    return new WatchedAddresses(own, entries, spare ?? (await this.spareAt(db, heads)));
  }
}

/** Whether the state has to include public addresses. */
export function watchesAddresses(watches: readonly Watch[]): boolean {
  return watches.some(({ name }) => name === 'addresses');
}

/** The providers of each zone of a scope, as of its watermark. */
async function providersAt(
  db: EntityManager,
  { heads, reached }: CapacityWatermark,
  signal: AbortSignal,
): Promise<Map<string, CapacityView[]>> {
  const pace: Pace = {
    ...WITHOUT_PAUSE,
    step: (work) => {
      signal.throwIfAborted();
      return work();
    },
  };
  const zones = new Map<string, CapacityView[]>();
  for (const [zoneId, head] of heads) {
    const fold = await buildFold(db, zoneId, reached, { atMost: head, pace });
    if (fold)
      zones.set(
        zoneId,
        [...fold.providerIds()].map((id) => fold.provider(id)),
      );
  }
  return zones;
}
