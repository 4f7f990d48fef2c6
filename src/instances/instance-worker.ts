import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { InstanceRecord } from '../allocation/records.js';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { PlatformRefused } from '../providers/drivers/driver.js';
import { PlatformGateway } from './platform-gateway.js';
import { endOverdueInstance, failInstance } from './end-instance.js';
import { InstancesRepository } from './instances.repository.js';

const POLL_MILLISECONDS = 250;
const AT_ONCE = 16;
const OVERDUE_AT_ONCE = 500;
/** Longer than any call to a platform may take; a worker that dies leaves its work to the others after that. */
const CLAIM_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 60;
const ABORT_AFTER_MILLISECONDS = 30_000;

/**
 * Brings the platforms to where the records are: creates what is pending, removes what is deleting. It works from the
 * stored records alone, so a crash between a commit and a platform call loses nothing.
 */
@Injectable()
export class InstanceWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(InstanceWorker.name);
  private readonly rounds = new Rounds(
    () => this.bringOnDue(),
    POLL_MILLISECONDS,
    (error) => this.log.error(`instances could not be brought on: ${String(error)}`),
  );

  constructor(
    private readonly instances: InstancesRepository,
    private readonly allocation: AllocationService,
    private readonly platforms: PlatformGateway,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  /** Looks for work now rather than at the next turn. */
  wake(): void {
    this.rounds.wake();
  }

  /** One round: everything that is due. */
  tick(): Promise<void> {
    return this.rounds.run();
  }

  private async bringOnDue(): Promise<void> {
    const now = this.clock.now();
    const overdue = await this.instances.overdue(now, OVERDUE_AT_ONCE);
    await Promise.all(overdue.map(({ id, zoneId }) => this.allocation.admit(zoneId, endOverdueInstance(id))));
    const due = await this.instances.claimDue(now, now + CLAIM_SECONDS, AT_ONCE);
    await Promise.all(due.map((instance) => this.bringOn(instance)));
  }

  private async bringOn(instance: InstanceRecord): Promise<void> {
    try {
      await this.act(instance, AbortSignal.timeout(ABORT_AFTER_MILLISECONDS));
    } catch (error) {
      if (error instanceof PlatformRefused && instance.state === 'pending') {
        await this.fail(instance, error.message);
        return;
      }
      const pause = Math.min(2 ** instance.attempts, LONGEST_PAUSE_SECONDS);
      await this.instances.postpone(instance.id, this.clock.now() + pause);
      this.log.warn(
        `instance ${instance.id} (${instance.state}) is tried again in ${pause} s: ${String(error)}`,
      );
    }
  }

  private async act(instance: InstanceRecord, signal: AbortSignal): Promise<void> {
    if (instance.state === 'pending') await this.bringUp(instance, signal);
    else if (instance.state === 'deleting') {
      await this.platforms.remove(instance, signal);
      await this.instances.markDeleted(instance.id, this.clock.now());
    } else if (instance.state === 'error') {
      await this.platforms.remove(instance, signal);
      await this.instances.markSettled(instance.id);
    }
  }

  private async bringUp(instance: InstanceRecord, signal: AbortSignal): Promise<void> {
    const server = await this.platforms.bringUp(instance, signal);
    if (server.state === 'error') await this.fail(instance, server.reason ?? 'the platform reports an error');
    else if (server.state === 'active') await this.instances.markActive(instance.id, this.clock.now());
    else if (!(await this.instances.noteServer(instance.id, server.serverId, this.clock.now()))) {
      // It was ended while the platform was being asked: what came up is not wanted any more.
      await this.platforms.remove({ ...instance, serverId: server.serverId }, signal);
    }
  }

  private async fail(instance: InstanceRecord, reason: string): Promise<void> {
    await this.allocation.admit(instance.zoneId, failInstance(instance.id, reason));
  }
}
