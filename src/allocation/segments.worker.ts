import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PollingWorker } from '../database/polling-worker.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { eachInTurn } from '../kernel/zone-work.js';
import { AllocationService } from './allocation.service.js';
import { recordSegments, SEGMENT } from './ledger/segments.js';
import type { ZoneLoop } from './loop/zone-loop.js';

const TURN_MS = 60_000;

/** Records the segments of the ledgers that this process decides on. */
@Injectable()
export class SegmentsWorker extends PollingWorker {
  /** Zone → complete segments, as last seen. */
  private readonly recorded = new Map<string, number>();

  constructor(
    private readonly allocation: AllocationService,
    private readonly dataSource: DataSource,
    private readonly work: HeavyWork,
  ) {
    super(TURN_MS, 'segments of the ledger are recorded later');
  }

  protected async round(): Promise<void> {
    await eachInTurn(this.allocation.activeLoops(), (loop) => this.record(loop));
  }

  private async record({ zoneId, lastSeen }: ZoneLoop): Promise<void> {
    const complete = Math.floor((lastSeen?.head ?? 0) / SEGMENT);
    if (complete <= (this.recorded.get(zoneId) ?? 0)) return;
    for (let isMore = true; isMore; await this.work.breathe()) {
      if (this.isStopping) return;
      isMore = await this.work.step(() => recordSegments(this.dataSource.manager, zoneId));
    }
    this.recorded.set(zoneId, complete);
  }
}
