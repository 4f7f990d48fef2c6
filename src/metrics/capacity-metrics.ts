import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { FIGURES } from '../capacity/figures.js';
import { timestamp } from '../database/columns.js';
import { Clock } from '../kernel/clock.js';
import type { Instant } from '../kernel/time-window.js';
import { DatabaseFigures } from './database-figures.js';
import { gauge, type Family, type MetricSource, type Sample } from './metric-source.js';
import { ZoneLabels } from './zone-labels.js';

/** A partial index holds them. $1 now: the state of one that ends by the clock is not changed. */
const IN_CONFLICT = `
select count(*)::int as count from reservations where status = 'conflict' and ends_at > $1::timestamptz`;

/** The four figures of now, of the zones this process decides for and as it last saw them. Reservations in conflict. */
@Injectable()
export class CapacityMetrics implements MetricSource {
  private readonly inConflict: () => readonly { readonly count: number }[];

  constructor(
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
    private readonly zones: ZoneLabels,
    database: DatabaseFigures,
  ) {
    this.inConflict = database.keepRows(IN_CONFLICT, () => [timestamp(clock.now())]);
  }

  families(): readonly Family[] {
    return [
      gauge('capacity', 'Capacity at this moment: total = available + reserved + allocated.', () =>
        this.samples(),
      ),
      gauge(
        'reservations_in_conflict',
        'Reservations that hold nothing, because capacity was withdrawn below them.',
        () => this.inConflict().map(({ count }) => ({ value: count })),
      ),
    ];
  }

  private samples(): Sample[] {
    const now = this.clock.now();
    return this.zones.byZone(this.allocation.activeLoops(), ({ lastSeen }) =>
      lastSeen ? figuresOf(lastSeen, now) : [],
    );
  }
}

function* figuresOf(fold: ZoneView, now: Instant) {
  const whole = fold.whole();
  for (const name of fold.trackedClasses()) {
    const figures = whole.figuresAt(name, now);
    for (const figure of FIGURES) yield { labels: { class: name, figure }, value: figures[figure] };
  }
}
