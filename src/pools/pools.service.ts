import { Injectable } from '@nestjs/common';
import { AddressRangesRepository } from '../allocation/addresses/address-ranges.repository.js';
import type { RunAs } from '../allocation/admission/dry-run.js';
import { AllocationService } from '../allocation/allocation.service.js';
import { CollectionsRepository } from '../zones/collections.repository.js';
import type { PoolEntryRecord } from '../allocation/admission/records.js';
import type { Backing } from '../allocation/admission/needs.js';
import { DisplacesMore, isShortage, noAmounts } from '../allocation/admission/refusals.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { DomainError } from '../kernel/domain-error.js';
import { idOf, newId } from '../kernel/identifiers.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isNothing } from '../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../kernel/time-window.js';
import { ProvidersService } from '../providers/providers.service.js';
import { changeCapacity, type PoolChange, type ChangedCapacity } from './change-capacity.js';
import { endPoolEntry, type EndedPoolEntry } from './end-pool-entry.js';
import type { PoolFilter } from './pool-list.js';
import { PoolsRepository } from './pools.repository.js';
import { retireProvider, type RetiredProvider } from './retire-provider.js';
import { withdrawProvider, type Withdrawal, type Withdrawn } from './withdraw-provider.js';

/** A change of capacity as the caller wrote it: `source` names a provider, or a pool of the provider. */
export interface CapacityOrder extends Omit<PoolChange, 'providerId' | 'displaceable'> {
  readonly source: string;
  /** A decrease may take promised capacity. */
  readonly force: boolean;
}

/** The most reservations that one loss of capacity may displace, unless they are large: a process has the memory for so many. */
const MAX_DISPLACED = 50_000;

/** How many are read at first, and then if those were too few. Most losses displace few of the many that a provider may back. */
const DISPLACEABLE: readonly number[] = [100, 2_000, MAX_DISPLACED];

@Injectable()
export class PoolsService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly collections: CollectionsRepository,
    private readonly zones: ZonesRepository,
    private readonly providers: ProvidersService,
    private readonly pools: PoolsRepository,
    private readonly ranges: AddressRangesRepository,
  ) {}

  /**
   * Increases or decreases the capacity of a provider for a window.
   *
   * @throws DomainError `unknown-element`, `invalid-request`, `capacity-insufficient` for a decrease of promised
   *   capacity, `too-many-displaced`, `address-range-overlap`
   */
  async change<R>(order: CapacityOrder, as: RunAs<ChangedCapacity, R>): Promise<R> {
    if (isNothing(order.amounts)) throw noAmounts('capacity');
    const source = await this.collections.findOne(order.source, 'source');
    const { providerId } = source;
    if (providerId === undefined || source.kind === 'ResourceAllocation') {
      throw DomainError.invalidField(['source'], 'must name a provider or a pool');
    }
    await this.checkRanges(source.zoneId, order.publicIps);
    const { limits } = await this.providers.get(providerId, source.zoneId);
    const change = (displaceable?: Backing): Promise<R> => {
      const admission = changeCapacity(newId(), { ...order, providerId, displaceable }, limits);
      return this.allocation.admit(source.zoneId, as(admission));
    };
    return order.force ? forcedIfNeeded(providerId, order, change) : change();
  }

  /**
   * Takes all capacity of a provider away for a window, even if it is promised.
   *
   * @throws DomainError `unknown-provider`; `provider-retired`; `invalid-request` when the window is over or empty;
   *   `too-many-displaced`
   */
  async withdraw<R>(
    reference: string,
    window: Pick<Withdrawal, 'start' | 'end'>,
    as: RunAs<Withdrawn, R>,
  ): Promise<R> {
    const { id: providerId, zoneId } = await this.providers.get(reference);
    return displacing(providerId, window, (displaceable) =>
      this.allocation.admit(zoneId, as(withdrawProvider({ ...window, providerId, displaceable }))),
    );
  }

  /**
   * Retires a provider that nothing live depends on, with its pool entries.
   *
   * @throws DomainError `unknown-provider`, also for one that is retired; `provider-in-use` with its dependents
   */
  async retire<R>(reference: string, as: RunAs<RetiredProvider, R>): Promise<R> {
    const { id, zoneId } = await this.providers.get(reference);
    return this.allocation.admit(zoneId, as(retireProvider(id)));
  }

  /**
   * Ends a pool entry before its time.
   *
   * @throws DomainError `unknown-pool`, also for one that is over; `capacity-insufficient` when its capacity is
   *   promised; `protected` by a reservation that has it as an element; `too-many-displaced`
   */
  async end<R>(reference: string, force: boolean, as: RunAs<EndedPoolEntry, R>): Promise<R> {
    const { id, zoneId, providerId, window } = await this.get(reference);
    const end = (displaceable?: Backing): Promise<R> =>
      this.allocation.admit(zoneId, as(endPoolEntry({ id, displaceable })));
    return force ? forcedIfNeeded(providerId, window, end) : end();
  }

  /**
   * Refuses ranges that other zones have. Ranges are never given back, so this answer stays true, and a constraint
   * refuses a range that is taken meanwhile. There is no offer: neither fewer addresses nor another time would help.
   *
   * @throws DomainError `address-range-overlap`
   */
  private async checkRanges(zoneId: string, publicIps: readonly string[]): Promise<void> {
    const overlap = await this.ranges.overlapElsewhere(zoneId, publicIps);
    if (!overlap) return;
    const { index, range, zoneId: owner } = overlap;
    const message = `publicIps ${publicIps[index]} overlaps ${range}, which zone '${owner}' has`;
    const fields = [{ path: ['publicIps', index], detail: message }];
    throw new DomainError('conflict', 'address-range-overlap', message, { fields });
  }

  /** @throws DomainError `unknown-pool` */
  async get(reference: string): Promise<PoolEntryRecord> {
    const id = idOf('ResourcePool', reference);
    const found = id === undefined ? undefined : await this.pools.find(id);
    if (!found) throw new DomainError('unknown', 'unknown-pool', 'no pool found for specified identifier');
    return found;
  }

  /**
   * Pool entries by id.
   *
   * @throws DomainError `unknown-zone`; an unknown id matches nothing
   */
  async list(filter: PoolFilter, range: ListRange): Promise<Listed<PoolEntryRecord>> {
    await this.zones.requireIfGiven(filter.zoneId);
    return this.pools.list(filter, range);
  }
}

/** Tries without force first, which reads no reservations. */
async function forcedIfNeeded<R>(
  providerId: string,
  window: Partial<TimeWindow>,
  run: (displaceable?: Backing) => Promise<R>,
): Promise<R> {
  try {
    return await run();
  } catch (error) {
    if (!isShortage(error)) throw error;
    return displacing(providerId, window, run);
  }
}

/** Lets a loss of capacity displace reservations of a provider, of which it reads no more than it has to. */
async function displacing<R>(
  providerId: string,
  { start = 0, end = FOREVER }: Partial<TimeWindow>,
  run: (displaceable: Backing) => Promise<R>,
  [most, ...further] = DISPLACEABLE,
): Promise<R> {
  const window = { start, end };
  try {
    return await run({ providerId, window, most });
  } catch (error) {
    if (!(error instanceof DisplacesMore) || further.length === 0) throw error;
    return displacing(providerId, window, run, further);
  }
}
