import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { CredentialsRefused, PlatformRefused, PlatformUnreachable, type Discovery } from './driver.js';
import type { ServiceName } from './openstack-catalog.js';
import type { PlatformAnswer } from './openstack-http.js';
import type { OpenstackSession } from './openstack-session.js';
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

/** Of a platform. Any other error is a defect. */
const FAILURES = [PlatformUnreachable, PlatformRefused, CredentialsRefused] as const;
/** By which a service refuses to say a quota, if it does so in JSON: a proxy before it answers with a page. */
const REFUSALS: readonly number[] = [403, 404];

/**
 * The tenant's quota, of the compute service and of the other services that answer. Limits are advisory, so a platform
 * isn't refused because its volume service is down.
 *
 * @param parts for services other than compute
 */
export async function readLimits(
  session: OpenstackSession,
  signal: AbortSignal,
  parts: AbortSignal,
): Promise<Pick<Discovery, 'limits' | 'unread'>> {
  const [compute, volume, network] = await Promise.all([
    session.call({ service: 'compute', path: '/limits', signal }),
    optional(session, 'volume', parts, () => '/limits', absolute),
    optional(session, 'network', parts, quotaPath, quota),
  ]);
  return {
    limits: {
      ...amounts(absolute(compute), COMPUTE),
      ...amounts(volume ?? {}, VOLUME),
      ...amounts(network ?? {}, NETWORK),
    },
    unread: [...(volume ? [] : Object.keys(VOLUME)), ...(network ? [] : Object.keys(NETWORK))],
  };
}

function absolute({ content }: PlatformAnswer): Unchecked {
  return objectAt(objectAt(objectAt(content, 'body').limits, 'limits').absolute, 'absolute limits');
}

function quotaPath(projectId: string): string {
  return `/v2.0/quotas/${encodeURIComponent(projectId)}`;
}

function quota({ content }: PlatformAnswer): Unchecked {
  return objectAt(objectAt(content, 'body').quota, 'quota');
}

/** Empty if there is no such service, or it refuses itself; undefined after any other failure. */
async function optional(
  session: OpenstackSession,
  service: ServiceName,
  signal: AbortSignal,
  pathOf: (projectId: string) => string,
  read: (answer: PlatformAnswer) => Unchecked,
): Promise<Unchecked | undefined> {
  try {
    if (!(await session.has(service, signal))) return {};
    const path = pathOf(await session.projectId(signal));
    const answer = await session.call({ service, path, signal, accepted: REFUSALS });
    if (!REFUSALS.includes(answer.status)) return read(answer);
    return isPlainObject(answer.content) ? {} : undefined;
  } catch (error) {
    if (FAILURES.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

function amounts(answer: Unchecked, names: Readonly<Record<string, string>>): ResourceAmounts {
  const entries = Object.entries(names).flatMap(([name, theirs]) => {
    const limit = limitOf(answer[theirs]);
    return limit === undefined ? [] : [[name, limit] as const];
  });
  return Object.fromEntries(entries);
}
