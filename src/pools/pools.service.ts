import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { CollectionsRepository } from '../allocation/collections.repository.js';
import type { PoolEntryRecord } from '../allocation/records.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId, parseReference } from '../kernel/identifiers.js';
import { classesOf, isNothing } from '../kernel/resource-amounts.js';
import { ProvidersService } from '../providers/providers.service.js';
import { changeCapacity, type CapacityChange, type ChangedCapacity } from './change-capacity.js';
import { PoolsRepository } from './pools.repository.js';

/** A change of capacity as the caller wrote it: `source` names a provider, or a pool of the provider. */
export interface CapacityOrder extends Omit<CapacityChange, 'providerId'> {
  readonly source: string;
}

export interface CapacityOutcome extends ChangedCapacity {
  /** Said when a provider is declared to have more than its platform has. */
  readonly warning?: string;
}

@Injectable()
export class PoolsService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly collections: CollectionsRepository,
    private readonly providers: ProvidersService,
    private readonly pools: PoolsRepository,
  ) {}

  /**
   * Raises or lowers the capacity of a provider for a window.
   *
   * @throws DomainError `unknown-element`, `invalid-request`, `capacity-insufficient` for a decrease of what is promised
   */
  async change(order: CapacityOrder): Promise<CapacityOutcome> {
    if (isNothing(order.amounts)) {
      throw DomainError.invalidField(['capacity'], 'must hold at least one non-zero amount');
    }
    const [source] = await this.collections.find([order.source], ['source']);
    const { providerId } = source;
    if (providerId === undefined || source.kind === 'ResourceAllocation') {
      throw DomainError.invalidField(['source'], 'must name a provider or a pool');
    }
    const changed = await this.allocation.admit(
      source.zoneId,
      changeCapacity(newId(), { ...order, providerId }),
    );
    return { ...changed, warning: await this.warning(order, providerId, changed) };
  }

  /** @throws DomainError `unknown-pool` */
  async get(reference: string): Promise<PoolEntryRecord> {
    const parsed = parseReference(reference);
    const isPool = parsed && (parsed.kind ?? 'ResourcePool') === 'ResourcePool';
    const found = isPool && (await this.pools.find(parsed.id));
    if (!found) throw new DomainError('unknown', 'unknown-pool', 'no pool found for specified identifier');
    return found;
  }

  page(limit: number, cursor?: string): Promise<PoolEntryRecord[]> {
    return this.pools.page(limit, cursor);
  }

  private async warning(
    { direction }: CapacityOrder,
    providerId: string,
    { peak }: ChangedCapacity,
  ): Promise<string | undefined> {
    if (direction === 'decrease') return undefined;
    const { limits } = await this.providers.get(providerId);
    const beyond = classesOf(peak).filter((name) => limits[name] !== undefined && peak[name] > limits[name]);
    if (beyond.length === 0) return undefined;
    const parts = beyond.map((name) => `${name}=${peak[name]} (the platform says ${limits[name]})`);
    return `more is declared than was discovered: ${parts.join(', ')}`;
  }
}
