import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { ProvidersOverview, type ProviderFigures } from '../providers/providers.overview.js';
import { DatabaseFigures } from './database-figures.js';
import { ageAt, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** The declared capacity of every provider is summed up. */
const KEPT_SECONDS = 60;

/** At most so many series, the largest excesses. */
const SERIES = 100;

const STATES = ['pending', 'active', 'error', 'retired'] as const;

@Injectable()
export class ProviderMetrics implements MetricSource {
  private readonly last: () => ProviderFigures | undefined;

  constructor(
    database: DatabaseFigures,
    providers: ProvidersOverview,
    private readonly clock: Clock,
  ) {
    this.last = database.keep(() => providers.figures(SERIES), KEPT_SECONDS);
  }

  families(): readonly Family[] {
    return [
      gauge('providers', 'Providers by state.', () => this.states()),
      gauge(
        'provider_look_age_seconds',
        'Time since the last look at a platform, the oldest of each state.',
        () => this.ages(),
      ),
      gauge('provider_beyond_quota', 'What is declared of a provider beyond what its platform grants.', () =>
        this.beyond(),
      ),
    ];
  }

  private states(): Sample[] {
    const last = this.last();
    if (!last) return [];
    const counts = new Map(last.states.map(({ state, count }) => [state, count]));
    return STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }));
  }

  private ages(): Sample[] {
    const now = this.clock.now();
    return (this.last()?.states ?? [])
      .filter(({ state, lookedAt }) => state !== 'retired' && lookedAt !== null)
      .map(({ state, lookedAt }) => ({ labels: { state }, value: ageAt(now, lookedAt) }));
  }

  private beyond(): Sample[] {
    return (this.last()?.excesses ?? []).map(({ zoneId, providerId, name, beyond }) => ({
      labels: { zone: zoneId, provider: providerId, class: name },
      value: beyond,
    }));
  }
}
