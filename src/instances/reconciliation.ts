import { validate } from 'uuid';
import type { InstanceRecord } from '../allocation/admission/records.js';
import type { Instant } from '../kernel/time-window.js';
import type { ServerState } from '../providers/drivers/driver.js';

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
  readonly missing: readonly InstanceRecord[];
  /** Instances whose server has failed. */
  readonly broken: readonly ServerState[];
  /** Number of servers that are too young to be judged. */
  readonly young: number;
}

export function compare(seen: Observation): Differences {
  const unneeded = seen.servers.filter((server) => isUnneeded(seen, server));
  const isYoung = ({ createdAt, instanceId }: ServerState): boolean =>
    createdAt !== undefined &&
    createdAt > seen.now - GRACE_SECONDS &&
    !hasEnded(seen.records.get(instanceId.toLowerCase()));
  const shown = new Map(seen.servers.map((server) => [server.serverId, server]));
  const active = seen.live.filter(({ state, serverId }) => state === 'active' && serverId !== undefined);
  return {
    unneeded: unneeded.filter((server) => !isYoung(server)),
    missing: active.filter(({ serverId }) => !shown.has(serverId ?? '')),
    broken: active.flatMap(({ serverId }) => {
      const server = shown.get(serverId ?? '');
      return server?.state === 'error' ? [server] : [];
    }),
    young: unneeded.filter(isYoung).length,
  };
}

/** Only servers of this deployment can be unneeded, and not those of another of its providers in the same tenant. */
function isUnneeded(
  { deploymentId, providerId, records, isComplete }: Observation,
  server: ServerState,
): boolean {
  if (server.deploymentId !== deploymentId || !validate(server.instanceId)) return false;
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
