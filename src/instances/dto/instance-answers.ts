import type { InstanceRecord } from '../../allocation/records.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { Reconciliation } from '../reconciler.js';

/** An instance as the additive reads show it. */
export function instanceDetails(instance: InstanceRecord): object {
  const { window } = instance;
  return {
    instanceId: instance.id,
    providerId: instance.providerId,
    reservationId: instance.reservationId,
    zone: instance.zoneId,
    name: instance.name,
    labels: instance.labels,
    image: instance.image,
    flavor: instance.flavor,
    networks: instance.networks,
    state: instance.state,
    failure: instance.failure,
    serverId: instance.serverId,
    capacity: instance.amounts,
    start: formatInstant(window.start),
    end: formatOptional(window.end),
    created: formatInstant(instance.createdAt),
    updated: formatInstant(instance.updatedAt),
  };
}

/** What a comparison of a provider's platform with the records has found, and mended. */
export function reconciliationAnswer(found: Reconciliation): object {
  return {
    providerId: found.providerId,
    servers: found.servers,
    removed: found.removed.map(({ serverId, instanceId }) => ({
      serverId,
      instanceId,
    })),
    lost: found.lost,
    failed: found.failed,
    young: found.young,
  };
}
