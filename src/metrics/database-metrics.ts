import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { secondsAhead } from '../database/clock-watch.js';
import { LayoutWatch } from '../database/layout-watch.js';
import { Clock } from '../kernel/clock.js';
import { DatabaseFigures } from './database-figures.js';
import { gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** The driver's pool, which TypeORM does not type. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

@Injectable()
export class DatabaseMetrics implements MetricSource {
  private readonly clockAhead: () => number | undefined;

  constructor(
    private readonly figures: DatabaseFigures,
    private readonly dataSource: DataSource,
    private readonly layout: LayoutWatch,
    clock: Clock,
  ) {
    this.clockAhead = figures.keep(() => secondsAhead(dataSource, clock));
  }

  families(): readonly Family[] {
    return [
      gauge(
        'database_up',
        'Whether the database answered; without it the figures kept there are absent.',
        () => [{ value: Number(this.figures.isUp) }],
      ),
      gauge('database_zone_away', 'Zones whose database node does not answer.', () =>
        this.layout.zonesAway.map((zone) => ({ labels: { zone }, value: 1 })),
      ),
      gauge('clock_ahead_seconds', 'By how much the clock of this process is ahead of the database.', () => {
        const value = this.clockAhead();
        return value === undefined ? [] : [{ value }];
      }),
      gauge('database_connections', 'Connections in use and idle; `waiting`: work without one.', () =>
        this.connections(),
      ),
    ];
  }

  private connections(): Sample[] {
    const { master } = this.dataSource.driver as { master?: Pool };
    if (!master) return [];
    const { totalCount, idleCount, waitingCount } = master;
    return [
      { labels: { state: 'used' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'waiting' }, value: waitingCount },
    ];
  }
}
