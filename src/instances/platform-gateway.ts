import { Injectable } from '@nestjs/common';
import type { InstanceRecord } from '../allocation/admission/records.js';
import { CreationUnanswered, PlatformUnreachable, type ServerState } from '../providers/drivers/driver.js';
import { unlessGivenUp } from '../providers/drivers/unless-given-up.js';
import { ProvidersService, type Platform } from '../providers/providers.service.js';
import { Deployment } from './deployment.js';
import type { LeasedInstance } from './instances.repository.js';

/** The provider of an instance, and its zone. */
export type Place = Pick<InstanceRecord, 'providerId' | 'zoneId'>;

/** Calls the platform of an instance. All calls end as soon as their signal is aborted. */
@Injectable()
export class PlatformGateway {
  constructor(
    private readonly providers: ProvidersService,
    private readonly deployment: Deployment,
  ) {}

  /** The places whose servers use the same quota of the platform, this one included. */
  async sharing({ providerId, zoneId }: Place): Promise<Place[]> {
    const providers = await this.providers.sharing({ id: providerId, zoneId });
    return providers.map((provider) => ({ providerId: provider.id, zoneId: provider.zoneId }));
  }

  /**
   * The instance's current server, created if there was none; `gone` when its server is. `unanswered` while the platform may
   * still create one.
   *
   * @param end when the attempt is given up, by `performance.now()`
   * @throws CreationUnanswered
   */
  async bringUp(
    instance: LeasedInstance,
    end: number,
    signal: AbortSignal,
  ): Promise<ServerState | 'gone' | 'unanswered'> {
    let isSent = false;
    const work = this.at(instance, signal, async (platform) => {
      const { driver, connection } = platform;
      const { id: instanceId, name, image, flavor, networks, amounts, serverId } = instance;
      const deploymentId = await this.deployment.id();
      const known =
        (serverId !== undefined && (await knownServer(platform, serverId, deploymentId, signal))) ||
        // An earlier attempt may have created one, under a name that the instance no longer has.
        (!instance.isUntouched &&
          (await driver.findServer(connection, { instanceId, deploymentId }, signal))) ||
        undefined;
      if (known || serverId !== undefined) return known ?? 'gone';
      if (instance.isUnanswered) return 'unanswered';
      const beforeSending = (): void => {
        // When a frozen process goes on, its signal may be aborted too late, and another process may have created the server.
        if (performance.now() >= end) throw new PlatformUnreachable('the time for this attempt was over');
        isSent = true;
      };
      const request = { instanceId, deploymentId, name, image, flavor, networks, amounts, beforeSending };
      const created = await driver.createServer(connection, request, signal);
      return { serverId: created.serverId, instanceId, state: 'building' } as const;
    });
    try {
      return await work;
    } catch (error) {
      // Given up by this service, it may have reached the platform.
      if (isSent && signal.aborted) throw new CreationUnanswered((error as Error).message);
      throw error;
    }
  }

  /**
   * Removes the instance's servers, also one whose creation was never answered. False while there may be one left. The
   * present name narrows only the search for a duplicate: reconciliation removes one that has another name.
   */
  remove(instance: LeasedInstance, signal: AbortSignal): Promise<boolean> {
    return this.at(instance, signal, async (platform) => {
      const { driver, connection } = platform;
      const { id: instanceId, name, serverId } = instance;
      const deploymentId = await this.deployment.id();
      const known = serverId && (await knownServer(platform, serverId, deploymentId, signal));
      if (known && !(await driver.deleteServer(connection, known.serverId, signal))) return false;
      const key = { instanceId, deploymentId };
      const left = await driver.findServer(
        connection,
        serverId === undefined ? key : { ...key, name },
        signal,
      );
      if (!left) return !instance.isUnanswered;
      if (left.serverId !== serverId) await driver.deleteServer(connection, left.serverId, signal);
      return false;
    });
  }

  /** All servers of instances that the provider's platform lists, also those of other deployments. */
  servers(place: Place, signal: AbortSignal): Promise<readonly ServerState[]> {
    return this.at(place, signal, ({ driver, connection }) => driver.listServers(connection, signal));
  }

  server(place: Place, serverId: string, signal: AbortSignal): Promise<ServerState | undefined> {
    return this.at(place, signal, ({ driver, connection }) =>
      driver.findServer(connection, { serverId }, signal),
    );
  }

  /** Has one server removed; succeeds if it is gone already. The platform may still be deleting it afterwards. */
  async discard(place: Place, serverId: string, signal: AbortSignal): Promise<void> {
    await this.at(place, signal, ({ driver, connection }) =>
      driver.deleteServer(connection, serverId, signal),
    );
  }

  private at<T>(
    { providerId, zoneId }: Place,
    signal: AbortSignal,
    work: (platform: Platform) => Promise<T>,
  ): Promise<T> {
    const call = async (): Promise<T> => work(await this.providers.platformOf({ id: providerId, zoneId }));
    return unlessGivenUp(signal, call());
  }
}

/** The server of a record, unless it is of another deployment: in a copied database the records name those. */
async function knownServer(
  { driver, connection }: Platform,
  serverId: string,
  deploymentId: string,
  signal: AbortSignal,
): Promise<ServerState | undefined> {
  const server = await driver.findServer(connection, { serverId }, signal);
  return server?.deploymentId === undefined || server.deploymentId === deploymentId ? server : undefined;
}
