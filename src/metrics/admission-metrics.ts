import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { ZoneLoop } from '../allocation/zone-loop.js';
import { Configuration } from '../config/configuration.js';
import { Distribution, histogram } from './distribution.js';
import { counter, gauge, MetricSource, type Family, type Sample } from './metric-source.js';
import { byZone } from './zone-labels.js';

/** Upper bounds; the largest batch there can be is the last. */
const BATCH_SIZES = [1, 2, 4, 8, 16, 32];

/** What the zones' loops of this process have done. */
@Injectable()
export class AdmissionMetrics extends MetricSource {
  constructor(
    private readonly allocation: AllocationService,
    private readonly configuration: Configuration,
  ) {
    super();
  }

  families(): readonly Family[] {
    return [
      counter('zone_admissions', 'Admissions that were decided, reads among them.', () =>
        this.perZone(({ figures }) => figures.admissions),
      ),
      counter('zone_batches', 'Batches they were decided in.', () =>
        this.perZone(({ figures }) => figures.batches),
      ),
      counter(
        'zone_misses',
        'Appends that found the head moved by another process, and were decided again.',
        () => this.perZone(({ figures }) => figures.misses),
      ),
      counter('zone_rebuilds', 'Folds made anew because the database had lost what they were made of.', () =>
        this.perZone(({ figures }) => figures.rebuilds),
      ),
      histogram('admission_batch_size', 'How many admissions shared a commit, over all zones.', () => [
        [{}, this.batchSizes()],
      ]),
      gauge('zone_queue_depth', 'Admissions that wait for the next batch.', () =>
        this.perZone(({ queued }) => queued),
      ),
      gauge('zone_queue_limit', 'How many may wait; more are answered 503 (queue-full).', () => [
        { value: this.configuration.queueLimit },
      ]),
      gauge('zone_fold_instants', 'Instants that the fold of a zone holds: what its memory grows with.', () =>
        this.perZone(({ lastSeen }) => lastSeen?.size ?? 0),
      ),
      gauge('zone_head', 'Number of the last ledger entry this process has folded in.', () =>
        this.perZone(({ lastSeen }) => lastSeen?.head ?? 0),
      ),
      gauge('zones_active', 'Zones this process decides for.', () => [
        { value: this.allocation.activeLoops().length },
      ]),
    ];
  }

  private batchSizes(): Distribution {
    const sizes = new Distribution(BATCH_SIZES);
    for (const { figures } of this.allocation.activeLoops()) {
      for (const [size, batches] of figures.batchSizes.entries()) sizes.add(size, batches);
    }
    return sizes;
  }

  private perZone(figure: (loop: ZoneLoop) => number): Sample[] {
    return byZone(this.allocation.activeLoops(), (loop) => [{ value: figure(loop) }]);
  }
}
