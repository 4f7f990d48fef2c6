import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZonesRepository } from '../zones/zones.repository.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Clock } from '../kernel/clock.js';
import { groupedBy } from '../kernel/grouped.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { DeclaredCapacityRepository, type Excess } from './declared-capacity.repository.js';
import { driftOf, type ClassDrift } from './drift.js';
import { PlatformLooks } from './platform-looks.js';
import type { ProviderFilter } from './provider-list.js';
import type { Provider } from './provider.js';
import { ProvidersRepository, type ProvidersInState } from './providers.repository.js';
import { ProvidersService } from './providers.service.js';

export interface ProviderView {
  readonly provider: Provider;
  readonly drift: readonly ClassDrift[];
}

/** Figures on providers for the metrics. */
export interface ProviderFigures {
  readonly states: readonly ProvidersInState[];
  /** The largest. */
  readonly excesses: readonly Excess[];
}

/** Providers as an operator sees them. */
@Injectable()
export class ProvidersOverview {
  constructor(
    private readonly service: ProvidersService,
    private readonly providers: ProvidersRepository,
    private readonly declared: DeclaredCapacityRepository,
    private readonly looks: PlatformLooks,
    private readonly zones: ZonesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unknown-provider` */
  async get(reference: string): Promise<ProviderView> {
    const [view] = await this.withDrift([await this.service.get(reference)]);
    return view;
  }

  /**
   * Providers in the order of their registration.
   *
   * @throws DomainError `unknown-zone`
   */
  async list(filter: ProviderFilter, range: ListRange): Promise<Listed<ProviderView>> {
    await this.zones.requireIfGiven(filter.zoneId);
    const { rows, next } = await this.providers.list(filter, range);
    return { rows: await this.withDrift(rows), next };
  }

  /**
   * The provider after a discovery, whose failure shows in its state.
   *
   * @throws DomainError `unknown-provider`, `provider-retired`
   */
  async discover(reference: string, remember?: Remember<ProviderView>): Promise<ProviderView> {
    const { id } = await this.service.inService(reference);
    if (!remember) {
      await this.looks.lookNow(id);
      return this.get(id);
    }
    const seen = await this.looks.lookWith(id, async (tx, provider) => {
      const [view] = await this.withDrift([provider], tx);
      await storeRequest(tx, remember(view), this.clock.now());
      return view;
    });
    return seen ?? this.get(id);
  }

  /** @param most excesses at most */
  async figures(most: number): Promise<ProviderFigures> {
    const states = await this.providers.byState();
    return { states, excesses: await this.declared.excesses(this.clock.now(), most) };
  }

  private async withDrift(providers: readonly Provider[], db?: EntityManager): Promise<ProviderView[]> {
    if (providers.length === 0) return [];
    const all = await this.declared.declared(this.clock.now(), providers, db);
    const declared = groupedBy(all, ({ providerId }) => providerId);
    return providers.map((provider) => ({
      provider,
      drift: driftOf(provider.limits, declared.get(provider.id) ?? []),
    }));
  }
}
