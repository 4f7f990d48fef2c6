import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { ZoneWork } from '../kernel/zone-work.js';
import { endOverdueInstance } from './end-instance.js';
import { InstanceWorker } from './instances.worker.js';
import { InstancesRepository } from './instances.repository.js';

const TURN_MS = 250;

/** Ends the instances whose own time, or that of their reservation, is over. */
@Injectable()
export class InstancesClock extends PollingWorker {
  private readonly endings = new ZoneWork();

  constructor(
    private readonly instances: InstancesRepository,
    private readonly allocation: AllocationService,
    private readonly worker: InstanceWorker,
    private readonly clock: Clock,
  ) {
    super(TURN_MS, 'instances that are over are ended at the next turn');
  }

  protected async round(): Promise<void> {
    const overdue = await this.instances.overdue(this.clock.now(), this.endings.leftOut());
    const ended = this.endings.do(overdue, ({ id, zoneId }) =>
      this.allocation.admit(zoneId, endOverdueInstance(id)),
    );
    await ended.finally(() => {
      if (overdue.length > 0) this.worker.wake();
    });
  }
}
