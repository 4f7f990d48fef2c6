import { validate } from 'uuid';
import type { InstanceRecord } from '../allocation/admission/records.js';
import type { Instant } from '../kernel/time-window.js';
import { byAge, type ServerState } from '../providers/drivers/driver.js';

/** A younger server without a record is left to the next run. No create of this service takes that long. */
export const GRACE_SECONDS = 60;

/**
 * The servers of a platform and the records, read in this order: a server that is being created has a record by then.
 */
export interface Observation {
  readonly providerId: string;
  readonly deploymentId: string;
  readonly servers: readonly ServerState[];
  /** The records of those servers, by id, whatever their provider. */
  readonly records: ReadonlyMap<string, InstanceRecord>;
  /** False while a server without one may have its record in a zone that does not answer. */
  readonly isComplete: boolean;
  /** The provider's instances that are pending or active according to the records. */
  readonly live: readonly InstanceRecord[];
  readonly now: Instant;
}

/** Differences to repair, each after a second read. */
export interface Differences {
  /** Servers of this deployment without a live instance, and those that a live one has besides its own. */
  readonly unneeded: readonly ServerState[];
  /** Instances whose server is not listed. */
  readonly missing: readonly InstanceServer[];
  /** Instances whose server has failed. */
  readonly broken: readonly InstanceServer[];
  /** Instances with work left that know no server, because the answer to its creation was lost; each with its oldest. */
  readonly unclaimed: readonly InstanceServer[];
  /** Number of servers that are too young to be judged. */
  readonly young: number;
}

export interface InstanceServer {
  readonly instance: InstanceRecord;
  readonly instanceId: string;
  readonly serverId: string;
}

export function compare(seen: Observation): Differences {
  const unneeded = seen.servers.filter((server) => isUnneeded(seen, server));
  const isYoung = (server: ServerState): boolean =>
    isNew(seen, server) && !hasEnded(seen.records.get(server.instanceId.toLowerCase()));
  const shown = new Map(seen.servers.map((server) => [server.serverId, server]));
  const active = seen.live.flatMap((instance) =>
    instance.state === 'active' && instance.serverId !== undefined
      ? [serverOf(instance, instance.serverId)]
      : [],
  );
  return {
    unneeded: unneeded.filter((server) => !isYoung(server)),
    missing: active.filter(({ serverId }) => !shown.has(serverId)),
    broken: active.filter(({ serverId }) => shown.get(serverId)?.state === 'error'),
    unclaimed: unclaimedOf(seen),
    young: unneeded.filter(isYoung).length,
  };
}

function serverOf(instance: InstanceRecord, serverId: string): InstanceServer {
  return { instance, instanceId: instance.id, serverId };
}

function unclaimedOf(seen: Observation): InstanceServer[] {
  const found = new Map<string, InstanceServer>();
  for (const server of seen.servers.toSorted(byAge)) {
    const instance = instanceOf(seen, server);
    const isAwaited = instance?.dueAt !== undefined && instance.serverId === undefined;
    // The worker decides what becomes of an instance whose server has failed, which a new one may have by now.
    const isOfUse = instance?.state !== 'pending' || (server.state !== 'error' && !isNew(seen, server));
    if (isAwaited && isOfUse && !found.has(instance.id))
      found.set(instance.id, serverOf(instance, server.serverId));
  }
  return [...found.values()];
}

/** The instance of a server of this deployment, if it is of this provider and not of another one in the same tenant. */
function instanceOf(seen: Observation, server: ServerState): InstanceRecord | undefined {
  if (!isOwn(seen, server)) return undefined;
  const record = seen.records.get(server.instanceId.toLowerCase());
  return record?.providerId === seen.providerId ? record : undefined;
}

function isNew({ now }: Observation, { createdAt }: ServerState): boolean {
  return createdAt !== undefined && createdAt > now - GRACE_SECONDS;
}

function isOwn({ deploymentId }: Pick<Observation, 'deploymentId'>, server: ServerState): boolean {
  return server.deploymentId === deploymentId && validate(server.instanceId);
}

/** Only servers of this deployment can be unneeded, and not those of another of its providers in the same tenant. */
export function isUnneeded(
  seen: Pick<Observation, 'deploymentId' | 'providerId' | 'records' | 'isComplete'>,
  server: ServerState,
): boolean {
  const { providerId, records, isComplete } = seen;
  if (!isOwn(seen, server)) return false;
  const record = records.get(server.instanceId.toLowerCase());
  if (!record) return isComplete;
  if (record.providerId !== providerId) return false;
  const isUp = record.state === 'pending' || record.state === 'active';
  if (isUp) return record.serverId !== undefined && record.serverId !== server.serverId;
  // The worker handles instances with work left.
  return record.dueAt === undefined;
}

function hasEnded(record: InstanceRecord | undefined): boolean {
  return record !== undefined && record.state !== 'pending' && record.state !== 'active';
}
