import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { GroupCommit } from '../allocation/ledger/group-commit.js';
import { MAX_BATCH, type ZoneLoop } from '../allocation/loop/zone-loop.js';
import { Configuration } from '../config/configuration.js';
import { Distribution } from '../kernel/distribution.js';
import { histogram } from './histogram.js';
import { counter, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';
import { ZoneLabels } from './zone-labels.js';

/** Upper bounds. */
const BATCH_SIZES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, MAX_BATCH];
const GROUP_SIZES: readonly number[] = [1, 2, 4, 8, 16];

/** What the zones' loops of this process have done. */
@Injectable()
export class AdmissionMetrics implements MetricSource {
  constructor(
    private readonly allocation: AllocationService,
    private readonly groupCommit: GroupCommit,
    private readonly configuration: Configuration,
    private readonly zones: ZoneLabels,
  ) {}

  families(): readonly Family[] {
    return [
      counter('zone_requests', 'Requests that a zone has answered: admissions, decided, and reads.', () =>
        this.perZone(({ figures }) => figures.requests),
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
      histogram('zone_batch_size', 'How many requests of a zone were answered together.', () => {
        const sizes = this.allocation.activeLoops().map(({ figures }) => figures.batchSizes);
        return [[{}, distributionOf(BATCH_SIZES, sizes)]];
      }),
      histogram(
        'commit_zones',
        'How many zones shared a commit, of those that nobody else writes to.',
        () => [[{}, distributionOf(GROUP_SIZES, [this.groupCommit.figures.groupSizes])]],
      ),
      histogram(
        'append_duration_seconds',
        'From the decision of a batch until it is stored, the wait for a shared commit included.',
        () => [[{}, this.allocation.appendDurations]],
      ),
      gauge('zone_queue_depth', 'Requests that wait for the next batch.', () =>
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

  private perZone(figure: (loop: ZoneLoop) => number): Sample[] {
    return this.zones.byZone(this.allocation.activeLoops(), (loop) => [{ value: figure(loop) }]);
  }
}

/** @param counts each says how often there was which size */
function distributionOf(bounds: readonly number[], counts: readonly (readonly number[])[]): Distribution {
  const distribution = new Distribution(bounds);
  for (const sizes of counts) {
    for (const [size, times] of sizes.entries()) distribution.add(size, times);
  }
  return distribution;
}
