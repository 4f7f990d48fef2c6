import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { endOverdueInstance } from './end-instance.js';
import { InstanceWorker } from './instances.worker.js';
import { InstancesRepository } from './instances.repository.js';

const TURN_MILLISECONDS = 250;

/** Ends the instances whose own time, or that of their reservation, is over. */
@Injectable()
export class InstancesClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(InstancesClock.name);
  private readonly rounds = new Rounds(
    () => this.endOverdue(),
    TURN_MILLISECONDS,
    (error) => this.log.warn(`instances that are over are ended at the next turn: ${String(error)}`),
  );

  constructor(
    private readonly instances: InstancesRepository,
    private readonly allocation: AllocationService,
    private readonly worker: InstanceWorker,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  private async endOverdue(): Promise<void> {
    const overdue = await this.instances.overdue(this.clock.now());
    if (overdue.length === 0) return;
    const endings = overdue.map(({ id, zoneId }) => this.allocation.admit(zoneId, endOverdueInstance(id)));
    const failed = (await Promise.allSettled(endings)).find(({ status }) => status === 'rejected');
    this.worker.wake();
    if (failed?.status === 'rejected') throw failed.reason;
  }
}
