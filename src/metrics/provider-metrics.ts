import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { ProvidersOverview, type ProviderFigures } from '../providers/providers.overview.js';
import { DatabaseFigures } from './database-figures.js';
import { ageAt, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** The declared capacity of every provider is summed up. */
const KEPT_SECONDS = 60;

/** At most so many series, the largest excesses. */
const SERIES = 100;

const LOOKED_AT = `
select state, extract(epoch from min(looked_at))::float8 as "lookedAt"
  from providers
 where looked_at is not null and state <> 'retired'
 group by state`;

interface LookedAt {
  readonly state: string;
  readonly lookedAt: number;
}

@Injectable()
export class ProviderMetrics implements MetricSource {
  private readonly last: () => ProviderFigures | undefined;
  private readonly lookedAt: () => readonly LookedAt[];

  constructor(
    database: DatabaseFigures,
    providers: ProvidersOverview,
    private readonly clock: Clock,
  ) {
    this.last = database.keep(() => providers.figures(), KEPT_SECONDS);
    this.lookedAt = database.keepRows<LookedAt>(LOOKED_AT);
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
    const states = Object.entries(this.last()?.states ?? {});
    return states.map(([state, value]) => ({ labels: { state }, value }));
  }

  private ages(): Sample[] {
    const now = this.clock.now();
    return this.lookedAt().map(({ state, lookedAt }) => ({
      labels: { state },
      value: ageAt(now, lookedAt),
    }));
  }

  private beyond(): Sample[] {
    const exceeding = (this.last()?.drift ?? [])
      .flatMap(({ zoneId, providerId, classes }) =>
        classes.map(({ name, beyond }) => ({
          labels: { zone: zoneId, provider: providerId, class: name },
          value: beyond,
        })),
      )
      .filter(({ value }) => value > 0);
    return exceeding.sort((a, b) => b.value - a.value).slice(0, SERIES);
  }
}
