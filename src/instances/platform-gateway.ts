import { Injectable } from '@nestjs/common';
import type { InstanceRecord } from '../allocation/records.js';
import type { ServerKey, ServerState } from '../providers/drivers/driver.js';
import { DriverRegistry } from '../providers/drivers/driver-registry.js';
import { ProvidersService } from '../providers/providers.service.js';

/** The platform behind an instance, spoken to in instances. */
@Injectable()
export class PlatformGateway {
  constructor(
    private readonly providers: ProvidersService,
    private readonly drivers: DriverRegistry,
  ) {}

  /** The instance's server as it is now; it is created if there is none yet. */
  async bringUp(instance: InstanceRecord, signal: AbortSignal): Promise<ServerState> {
    const { driver, connection } = await this.platformOf(instance);
    const known = await driver.findServer(connection, keyOf(instance), signal);
    if (known) return known;
    const { id: instanceId, name, image, flavor, networks } = instance;
    const request = { instanceId, name, image, flavor, networks };
    const { serverId } = await driver.createServer(connection, request, signal);
    return { serverId, instanceId, state: 'building' };
  }

  /** Removes the instance's server; one that is gone already is fine. */
  async remove(instance: InstanceRecord, signal: AbortSignal): Promise<void> {
    const { driver, connection } = await this.platformOf(instance);
    const known = await driver.findServer(connection, keyOf(instance), signal);
    if (known) await driver.deleteServer(connection, known.serverId, signal);
  }

  private async platformOf(instance: InstanceRecord) {
    const provider = await this.providers.get(instance.providerId);
    return {
      driver: this.drivers.of(provider.type),
      connection: await this.providers.connectionOf(provider),
    };
  }
}

function keyOf({ id, serverId }: InstanceRecord): ServerKey {
  return serverId === undefined ? { instanceId: id } : { serverId };
}
