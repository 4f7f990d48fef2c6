import { setTimeout as rest } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { FOREVER } from '../kernel/time-window.js';
import {
  CreationUnanswered,
  pauseAsked,
  PlatformFull,
  PlatformUnreachable,
  RequestRefused,
  type ServerState,
} from '../providers/drivers/driver.js';
import { failInstance } from './end-instance.js';
import { InstancesRepository, type LeasedInstance } from './instances.repository.js';
import { PATIENT_FACTOR, PATIENT_FROM } from './leases.statement.js';
import { failureOf, shortened } from './platform-failure.js';
import { PlatformGateway } from './platform-gateway.js';
import { PlatformJobs, STOPPING } from './platform-jobs.js';
import { PlatformSlots } from './platform-slots.js';

const POLL_MS = 250;
/** After a lease, so that the next one is for all jobs that end meanwhile. */
const REST_MS = 20;
const GIVE_UP_MS = 20_000;
/** Longer than a job may take. After that, other workers take over the work of one that died. */
const LEASE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 60;
const MAX_REMOVAL_PAUSE_SECONDS = 10;
/** Between searches for the server of a creation without an answer. */
const MAX_SEARCH_PAUSE_SECONDS = 8;
/** Number of refusals that are attributed to servers still to be removed. */
const MAX_REFUSALS = 60;
const REFUSED_SECONDS = 5;
const CLEARED_SECONDS = 30;
const MAX_REFUSALS_ONCE_CLEARED = 4;

/** Failure of an instance whose server was removed on the platform. */
export const GONE = 'the server is gone: it was removed on the platform, and not from here';

/**
 * Makes the platforms match the records: creates servers of pending instances, removes those of deleting ones. It works
 * from stored records alone, so a crash between a commit and a platform call loses nothing. A round only starts jobs;
 * they run in the background.
 */
@Injectable()
export class InstanceWorker extends PollingWorker {
  private readonly jobs = new PlatformJobs();
  private readonly slots = new PlatformSlots();

  constructor(
    private readonly instances: InstancesRepository,
    private readonly allocation: AllocationService,
    private readonly platforms: PlatformGateway,
    private readonly clock: Clock,
  ) {
    super(POLL_MS, 'instances are brought on later');
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.jobs.stop();
  }

  /** Polls now rather than at the next interval. */
  wake(): void {
    this.rounds.wake();
  }

  protected async round(): Promise<void> {
    const { slots } = this;
    if (slots.left === 0) return;
    const leased = await this.instances.lease(slots.room(), slots.usual, slots.left, LEASE_SECONDS);
    for (const instance of leased) {
      slots.take(instance.providerId);
      void this.jobs.begin(Math.max(0, endOf(instance) - performance.now()), (signal) =>
        this.bringOn(instance, signal).finally(() => {
          slots.give(instance.providerId);
          this.wake();
        }),
      );
    }
    if (leased.length > 0) await rest(REST_MS);
  }

  /** After an unforeseen error the instance keeps its lease, and is retried when that expires. */
  private async bringOn(instance: LeasedInstance, signal: AbortSignal): Promise<void> {
    try {
      await this.act(instance, signal).catch((error: unknown) => this.failed(instance, error, signal));
    } catch (error) {
      this.logFailure(`instance ${instance.id} could not be brought on`, error);
    }
  }

  private async act(instance: LeasedInstance, signal: AbortSignal): Promise<void> {
    if (instance.state === 'pending') await this.bringUp(instance, signal);
    else if (instance.state === 'deleting' || instance.state === 'error') await this.remove(instance, signal);
    else await this.instances.giveBack(instance);
    this.slots.note(instance.providerId, true);
  }

  private async bringUp(instance: LeasedInstance, signal: AbortSignal): Promise<void> {
    const server = await this.platforms.bringUp(instance, endOf(instance), signal);
    if (server === 'gone') await this.fail(instance, GONE);
    else if (server === 'unanswered')
      await this.instances.giveBack(instance, {
        pause: pauseOf(instance, MAX_SEARCH_PAUSE_SECONDS),
        failure: instance.failure ?? 'the platform has not answered the creation of the server',
      });
    else if (server.state === 'error') await this.unfit(instance, server, signal);
    else if (server.state === 'active') {
      const isUp = await this.instances.markActive(instance, server.serverId, this.clock.now());
      if (!isUp) await this.instances.giveBack(instance);
    } else {
      const { serverId } = server;
      await this.instances.giveBack(instance, { pause: this.pauseOfBoot(instance), serverId });
    }
  }

  private async remove(instance: LeasedInstance, signal: AbortSignal): Promise<void> {
    if (!(await this.platforms.remove(instance, signal)))
      await this.instances.giveBack(instance, { pause: this.pauseOfRemoval(instance) });
    else if (instance.state === 'error') await this.instances.markSettled(instance);
    else await this.instances.markDeleted(instance, this.clock.now());
  }

  /** Replaces a server that did not start, if the cause may be want of room. */
  private async unfit(instance: LeasedInstance, server: ServerState, signal: AbortSignal): Promise<void> {
    const reason = server.reason ?? 'the platform reports an error';
    const isLeftOver = instance.serverId === undefined && instance.refusals < MAX_REFUSALS;
    if (!isLeftOver && !(await this.mayFitLater(instance))) return this.fail(instance, reason);
    // First, because the server may be gone even if the platform does not confirm its removal.
    await this.instances.forgetServer(instance);
    await this.platforms.discard(instance, server.serverId, signal);
    const pause = pauseOf(instance, REFUSED_SECONDS);
    await this.instances.giveBack(instance, { pause, failure: shortened(reason), isRefusal: true });
  }

  private async failed(instance: LeasedInstance, error: unknown, signal: AbortSignal): Promise<void> {
    const isUnanswered = error instanceof CreationUnanswered;
    if (signal.reason === STOPPING) return this.instances.giveBack(instance, { isUnanswered });
    const isSilent = error instanceof PlatformUnreachable;
    this.slots.note(instance.providerId, !isSilent);
    const isRefused = error instanceof RequestRefused && instance.state === 'pending';
    const fitsLater = error instanceof PlatformFull && (await this.mayFitLater(instance));
    if (isRefused && !fitsLater) return this.fail(instance, error.message);
    const own = pauseOf(instance, isRefused ? REFUSED_SECONDS : MAX_PAUSE_SECONDS);
    const pause = Math.max(own, pauseAsked(error));
    const failure = failureOf(error);
    await this.instances.giveBack(instance, { pause, failure, isRefusal: isRefused, isUnanswered });
    this.log.warn(
      `instance ${instance.id} (${instance.state}) is tried again in ${pause} s: ${String(error)}`,
    );
  }

  /** Whether the platform may still be removing servers that block this one. */
  private async mayFitLater(instance: LeasedInstance): Promise<boolean> {
    const { refusals } = instance;
    if (refusals >= MAX_REFUSALS) return false;
    const now = this.clock.now();
    const since = refusals < MAX_REFUSALS_ONCE_CLEARED ? now - CLEARED_SECONDS : FOREVER;
    for (const place of await this.platforms.sharing(instance))
      if (await this.instances.isClearing(place, now, since)) return true;
    return false;
  }

  private async fail(instance: LeasedInstance, reason: string): Promise<void> {
    await this.allocation.admit(instance.zoneId, failInstance(instance, reason));
    await this.instances.giveBack(instance);
  }

  /** In proportion to the time since the instance ended: some platforms take minutes to delete a server. */
  private pauseOfRemoval({ updatedAt }: LeasedInstance): number {
    return Math.min(Math.max((this.clock.now() - updatedAt) / 5, 1), MAX_REMOVAL_PAUSE_SECONDS);
  }

  /** Polls often at first, because many servers boot fast, and later less. */
  private pauseOfBoot({ createdAt }: LeasedInstance): number {
    return Math.min(Math.max((this.clock.now() - createdAt) / 10, 0.1), 5);
  }
}

/** When an attempt is given up, by `performance.now()`: before the lease ends. */
function endOf({ attempts, leasedAt }: LeasedInstance): number {
  return leasedAt + GIVE_UP_MS * (attempts >= PATIENT_FROM ? PATIENT_FACTOR : 1);
}

function pauseOf({ attempts }: LeasedInstance, longest: number): number {
  return Math.min(2 ** attempts, longest);
}
