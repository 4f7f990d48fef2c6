import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable, type Discovery } from './driver.js';
import type { ServiceName } from './openstack-catalog.js';
import type { OpenstackSession } from './openstack-session.js';
import { orTimeout } from './or-timeout.js';
import { limitOf, objectAt, type Unchecked } from './openstack-shapes.js';

const COMPUTE = { cores: 'maxTotalCores', ram: 'maxTotalRAMSize', instances: 'maxTotalInstances' };
const VOLUME = {
  gigabytes: 'maxTotalVolumeGigabytes',
  volumes: 'maxTotalVolumes',
  snapshots: 'maxTotalSnapshots',
};
const NETWORK = {
  addresses: 'floatingip',
  networks: 'network',
  ports: 'port',
  routers: 'router',
  subnets: 'subnet',
};

/** Timeout of a service other than compute, after the login; its quota then stays what it was. */
const READ_TIMEOUT_MS = 3_500;

/**
 * The tenant's quota, of the compute service and of the other services that answer. Limits are advisory, so a platform
 * isn't refused because its volume service is down.
 */
export async function readLimits(
  session: OpenstackSession,
  signal: AbortSignal,
): Promise<Pick<Discovery, 'limits' | 'unread'>> {
  await session.projectId(signal);
  const timeout = orTimeout(signal, READ_TIMEOUT_MS);
  const [compute, volume, network] = await Promise.all([
    absolute(session, 'compute', signal),
    optional(session, 'volume', timeout, () => absolute(session, 'volume', timeout)),
    optional(session, 'network', timeout, () => quota(session, timeout)),
  ]);
  return {
    limits: {
      ...amounts(compute, COMPUTE),
      ...amounts(volume ?? {}, VOLUME),
      ...amounts(network ?? {}, NETWORK),
    },
    unread: [...(volume ? [] : Object.keys(VOLUME)), ...(network ? [] : Object.keys(NETWORK))],
  };
}

async function absolute(
  session: OpenstackSession,
  service: ServiceName,
  signal: AbortSignal,
): Promise<Unchecked> {
  const { content } = await session.call({ service, path: '/limits', signal });
  return objectAt(objectAt(objectAt(content, 'body').limits, 'limits').absolute, 'absolute limits');
}

async function quota(session: OpenstackSession, signal: AbortSignal): Promise<Unchecked> {
  const project = encodeURIComponent(await session.projectId(signal));
  const path = `/v2.0/quotas/${project}`;
  const { content } = await session.call({ service: 'network', path, signal });
  return objectAt(objectAt(content, 'body').quota, 'quota');
}

/** Empty if the platform has no such service. Undefined if it can't be read now, also where a proxy answers in its place. */
async function optional(
  session: OpenstackSession,
  service: ServiceName,
  signal: AbortSignal,
  read: () => Promise<Unchecked>,
): Promise<Unchecked | undefined> {
  try {
    return (await session.has(service, signal)) ? await read() : {};
  } catch (error) {
    if (PLATFORM_ERRORS.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

const PLATFORM_ERRORS = [CredentialsRefused, PlatformRefused, PlatformUnreachable] as const;

function amounts(answer: Unchecked, names: Readonly<Record<string, string>>): ResourceAmounts {
  const entries = Object.entries(names).flatMap(([name, theirs]) => {
    const limit = limitOf(answer[theirs]);
    return limit === undefined ? [] : [[name, limit] as const];
  });
  return Object.fromEntries(entries);
}
