import type { Flavor } from '../provider.js';
import type { ServerState } from './driver.js';
import { amountAt, identifierAt, isObject, objectAt, readable } from './openstack-shapes.js';

/** Where a server carries our id of the instance; servers without it are none of ours. */
export const INSTANCE_KEY = 'headroom-instance';

/** A server made here, as Nova tells it. */
export interface OpenstackServer extends ServerState {
  readonly name: string;
  /** As the platform writes it; sorts by time. */
  readonly createdAt: string;
}

const GONE = new Set(['DELETED', 'SOFT_DELETED']);
const BUILDING = new Set(['BUILD', 'UNKNOWN']);

/** @throws PlatformRefused when it is no flavor */
export function readFlavor(content: unknown): Flavor {
  const flavor = objectAt(content, 'flavor');
  const id = identifierAt(flavor.id, 'flavor id');
  return {
    id,
    name: readable(flavor.name) ?? id,
    cores: amountAt(flavor.vcpus, 'vcpus of a flavor'),
    ram: amountAt(flavor.ram, 'ram of a flavor'),
    gigabytes: amountAt(flavor.disk, 'disk of a flavor'),
  };
}

/**
 * Undefined for a server that is gone, and for one that was not made here. What was stopped or moved after it had come
 * up still counts as active.
 *
 * @throws PlatformRefused when it is no server
 */
export function readServer(content: unknown): OpenstackServer | undefined {
  const server = objectAt(content, 'server');
  const serverId = identifierAt(server.id, 'server id');
  const status = identifierAt(server.status, 'server status').toUpperCase();
  const instanceId = isObject(server.metadata) ? server.metadata[INSTANCE_KEY] : undefined;
  if (typeof instanceId !== 'string' || GONE.has(status)) return undefined;
  const facts = {
    serverId,
    instanceId,
    name: typeof server.name === 'string' ? server.name : '',
    createdAt: typeof server.created === 'string' ? server.created : '',
  };
  if (status === 'ERROR') return { ...facts, state: 'error', reason: reasonOf(server.fault) };
  return { ...facts, state: BUILDING.has(status) ? 'building' : 'active' };
}

function reasonOf(fault: unknown): string {
  const message = isObject(fault) ? readable(fault.message) : undefined;
  return message ?? 'the platform reports an error without a reason';
}
