import { Injectable, Logger } from '@nestjs/common';
import { validate } from 'uuid';
import { AllocationService } from '../allocation/allocation.service.js';
import type { InstanceRecord } from '../allocation/admission/records.js';
import { PlatformRefused, PlatformUnreachable, type ServerState } from '../providers/drivers/driver.js';
import { orTimeout } from '../providers/drivers/or-timeout.js';
import { Deployment } from './deployment.js';
import { failInstance } from './end-instance.js';
import { GONE, InstanceWorker } from './instances.worker.js';
import { InstancesRepository } from './instances.repository.js';
import { failureOf } from './platform-failure.js';
import { PlatformGateway, type Place } from './platform-gateway.js';
import { compare, isUnneeded, type InstanceServer } from './reconciliation.js';
import type { Provider } from '../providers/provider.js';
import { ReconciliationsRepository } from './reconciliations.repository.js';

/** A repair ends earlier than the run, so that a server about which the platform gives no answer prevents no other repair. */
const REPAIR_MS = 5_000;
/**
 * A removal takes four requests, which a slow platform answers after seconds each. After the first removal that takes longer,
 * the others have only the time of other repairs, so that several silent servers don't use up the run.
 */
const REMOVAL_MS = 12_000;

/** The repairs of a run, as far as it came. */
export class Repairs {
  /** Servers without a live instance, and those that a live one has besides its own. */
  readonly removed: Located[] = [];
  /** Ids of the instances whose server was gone. */
  readonly lost: string[] = [];
  /** Ids of the instances whose server had failed. */
  readonly failed: string[] = [];
  /** Servers about which the platform gave no answer, or refused: the next run tries them again. */
  readonly unsettled: Unsettled[] = [];
}

/** Differences between a platform and the records; all of them are repaired. */
export interface Reconciliation extends Readonly<Repairs> {
  readonly providerId: string;
  /** Number of servers of this deployment that the platform listed. */
  readonly servers: number;
  /** Number of servers that are too young and left to the next run. */
  readonly young: number;
}

interface Located {
  readonly serverId: string;
  readonly instanceId: string;
}

interface Unsettled extends Located {
  readonly reason: string;
}

/**
 * Compares a platform with the records and repairs the differences. The records are read after the platform, so a
 * server that is being created is not taken for a left-over. Each difference is confirmed by a second read, so a
 * platform that lists only a part, or stops answering, changes nothing. One server that can't be repaired doesn't prevent the
 * repair of the others.
 */
@Injectable()
export class Reconciler {
  private readonly log = new Logger(Reconciler.name);

  constructor(
    private readonly platforms: PlatformGateway,
    private readonly instances: InstancesRepository,
    private readonly reconciliations: ReconciliationsRepository,
    private readonly deployment: Deployment,
    private readonly allocation: AllocationService,
    private readonly worker: InstanceWorker,
  ) {}

  /**
   * @param repairs gets each repair as it is made
   * @throws the errors of a driver; repairs made before stay
   */
  async reconcile(
    provider: Pick<Provider, 'id' | 'zoneId'>,
    repairs: Repairs,
    signal: AbortSignal,
  ): Promise<Reconciliation> {
    const { id: providerId, zoneId } = provider;
    const place = { providerId, zoneId };
    const deploymentId = await this.deployment.id();
    const servers = await this.platforms.servers(place, signal);
    const ids = servers.map(({ instanceId }) => instanceId).filter(validate);
    const { records, isComplete } = await this.instances.findInReach(ids);
    const live = await this.instances.liveAt(provider);
    const now = await this.reconciliations.databaseNow();
    const found = compare({ providerId, deploymentId, servers, records, isComplete, live, now });
    for (const { instance, serverId } of found.unclaimed)
      await this.instances.claimServer(instance, serverId);
    const repair = <T extends Located>(differences: readonly T[], work: Repair<T>, milliseconds?: number) =>
      repairEach(differences, work, repairs.unsettled, signal, milliseconds);
    try {
      // What is held without a server first: removals take longest.
      for await (const { instanceId } of repair(found.missing, (one, limit) => this.lose(one, limit)))
        repairs.lost.push(instanceId);
      for await (const { instanceId } of repair(found.broken, (one, limit) => this.giveUp(one, limit)))
        repairs.failed.push(instanceId);
      const remove: Repair<ServerState> = (one, limit) => this.remove(place, deploymentId, one, limit);
      for await (const { serverId, instanceId } of repair(found.unneeded, remove, REMOVAL_MS))
        repairs.removed.push({ serverId, instanceId });
    } finally {
      if (repairs.lost.length + repairs.failed.length > 0) this.worker.wake();
    }
    return {
      ...repairs,
      providerId,
      servers: servers.filter((server) => server.deploymentId === deploymentId).length,
      young: found.young,
    };
  }

  private async remove(
    place: Place,
    deploymentId: string,
    server: ServerState,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { serverId, instanceId } = server;
    if (!(await this.platforms.server(place, serverId, signal))) return false;
    // The instance may have this server by now, if its own has gone meanwhile.
    const inReach = await this.instances.findInReach([instanceId]);
    if (!isUnneeded({ ...place, deploymentId, ...inReach }, server)) return false;
    await this.platforms.discard(place, serverId, signal);
    return true;
  }

  private async lose({ instance, serverId }: InstanceServer, signal: AbortSignal): Promise<boolean> {
    return (await this.isThere(instance, serverId, signal)) ? false : this.fail(instance, GONE);
  }

  /** A server that has lost its metadata is not listed, and runs all the same. */
  private async isThere(instance: InstanceRecord, serverId: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.platforms.server(instance, serverId, signal)) !== undefined;
    } catch (error) {
      if (!(error instanceof PlatformRefused)) throw error;
      this.log.warn(`instance ${instance.id} is not listed by its platform: ${error.message}`);
      return true;
    }
  }

  /** A server that the list still shows as failed may have been restarted. */
  private async giveUp({ instance, serverId }: InstanceServer, signal: AbortSignal): Promise<boolean> {
    const server = await this.platforms.server(instance, serverId, signal);
    if (server?.state !== 'error') return false;
    return this.fail(instance, server.reason ?? 'the platform reports an error');
  }

  private fail(instance: InstanceRecord, reason: string): Promise<boolean> {
    return this.allocation.admit(instance.zoneId, failInstance(instance, reason));
  }
}

/** Returns whether something was changed. */
type Repair<T> = (difference: T, limit: AbortSignal) => Promise<boolean>;

/**
 * Yields each repaired difference. Those at which the platform fails are added to `unsettled`.
 *
 * @param milliseconds limit of each repair, until one takes longer
 */
async function* repairEach<T extends Located>(
  differences: readonly T[],
  repair: Repair<T>,
  unsettled: Unsettled[],
  signal: AbortSignal,
  milliseconds = REPAIR_MS,
): AsyncGenerator<T, void> {
  let allowed = milliseconds;
  for (const difference of differences) {
    const limit = orTimeout(signal, allowed);
    try {
      if (await repair(difference, limit)) yield difference;
    } catch (error) {
      const isOfPlatform = error instanceof PlatformRefused || error instanceof PlatformUnreachable;
      if (signal.aborted || !isOfPlatform) throw error;
      if (limit.aborted) allowed = REPAIR_MS;
      const { serverId, instanceId } = difference;
      unsettled.push({ serverId, instanceId, reason: failureOf(error) });
    }
  }
}
