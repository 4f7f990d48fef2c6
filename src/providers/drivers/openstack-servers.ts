import { isPlainObject } from '../../kernel/plain-object.js';
import type { Flavor } from '../provider.js';
import type { ServerState } from './driver.js';
import {
  amountAt,
  identifierAt,
  isIdentifier,
  objectAt,
  readable,
  type Unchecked,
} from './openstack-shapes.js';

/** The metadata key of the instance's id. Servers without it were not created by this service. */
export const INSTANCE_KEY = 'headroom-instance';
/** The metadata key of the id of the deployment that created it. */
export const DEPLOYMENT_KEY = 'headroom-deployment';

const GONE: ReadonlySet<string> = new Set(['DELETED', 'SOFT_DELETED']);
const BUILDING: ReadonlySet<string> = new Set(['BUILD', 'UNKNOWN']);

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
 * Undefined for a server that is gone, or that was not created by this service. A server that was stopped or moved
 * after it had started still counts as active.
 *
 * @throws PlatformRefused when it is no server
 */
export function readServer(content: unknown): ServerState | undefined {
  const server = objectAt(content, 'server');
  const serverId = identifierAt(server.id, 'server id');
  const status = statusOf(server);
  const metadata = isPlainObject(server.metadata) ? server.metadata : {};
  const instanceId = metadata[INSTANCE_KEY];
  if (!isIdentifier(instanceId) || isGone(server)) return undefined;
  const known = { serverId, instanceId, ...origin(metadata[DEPLOYMENT_KEY], server.created) };
  if (status === 'ERROR') return { ...known, state: 'error', reason: reasonOf(server.fault) };
  return { ...known, state: BUILDING.has(status) ? 'building' : 'active' };
}

export function isGone(server: Unchecked): boolean {
  return GONE.has(statusOf(server));
}

function statusOf({ status }: Unchecked): string {
  return identifierAt(status, 'server status').toUpperCase();
}

/** The deployment that created it and when, if they can be read. */
function origin(deploymentId: unknown, created: unknown): Pick<ServerState, 'deploymentId' | 'createdAt'> {
  const createdAt = typeof created === 'string' ? Math.floor(Date.parse(created) / 1000) : NaN;
  return {
    ...(isIdentifier(deploymentId) ? { deploymentId } : {}),
    ...(Number.isSafeInteger(createdAt) ? { createdAt } : {}),
  };
}

function reasonOf(fault: unknown): string {
  const message = isPlainObject(fault) ? readable(fault.message) : undefined;
  return message ?? 'the platform reports an error without a reason';
}
