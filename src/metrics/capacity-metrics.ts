import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { Clock } from '../kernel/clock.js';
import type { Instant } from '../kernel/time-window.js';
import { gauge, type Family, type MetricSource, type Sample } from './metric-source.js';
import { byZone } from './zone-labels.js';

const FIGURES = ['total', 'available', 'reserved', 'allocated'] as const;

/** The four figures of now, of the zones this process decides for and as it last saw them. */
@Injectable()
export class CapacityMetrics implements MetricSource {
  constructor(
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
  ) {}

  families(): readonly Family[] {
    const help = 'Capacity at this moment: total = available + reserved + allocated.';
    return [gauge('capacity', help, () => this.samples())];
  }

  private samples(): Sample[] {
    const now = this.clock.now();
    return byZone(this.allocation.activeLoops(), ({ lastSeen }) =>
      lastSeen ? figuresOf(lastSeen, now) : [],
    );
  }
}

/** Summed over the providers here: asking the fold for the zone as a whole would make it keep that from then on. */
function* figuresOf(fold: ZoneView, now: Instant) {
  for (const name of fold.trackedClasses()) {
    const sum = { total: 0, available: 0, reserved: 0, allocated: 0 };
    for (const id of fold.providerIds()) {
      const figures = fold.provider(id).figuresAt(name, now);
      for (const figure of FIGURES) sum[figure] += figures[figure];
    }
    for (const figure of FIGURES) yield { labels: { class: name, figure }, value: sum[figure] };
  }
}
