import { validate } from 'uuid';
import type { InstanceRecord } from '../allocation/records.js';
import type { Instant } from '../kernel/time-window.js';
import type { ServerState } from '../providers/drivers/driver.js';

/** A younger server without a record is left for the next time: nothing of ours is that slow, but nothing is lost by it. */
export const GRACE_SECONDS = 60;

/** What a platform shows and what is recorded, read in this order: whoever is being made has a record by then. */
export interface Observation {
  readonly providerId: string;
  readonly deploymentId: string;
  readonly servers: readonly ServerState[];
  /** The records of those servers, by id, whatever their provider. */
  readonly records: ReadonlyMap<string, InstanceRecord>;
  /** The provider's instances that are up as far as is recorded. */
  readonly live: readonly InstanceRecord[];
  readonly now: Instant;
}

/** What has to be mended, each to be looked at once more before anything is done about it. */
export interface Differences {
  /** Servers of ours that nobody needs. */
  readonly unneeded: readonly ServerState[];
  /** Instances whose server is not among those shown. */
  readonly missing: readonly InstanceRecord[];
  /** Instances whose server has failed. */
  readonly broken: readonly ServerState[];
  /** How many servers are too young to be judged. */
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

/** Only what this deployment has made can be unneeded; what another provider of ours in the same tenant runs is not. */
function isUnneeded({ deploymentId, providerId, records }: Observation, server: ServerState): boolean {
  if (server.deploymentId !== deploymentId || !validate(server.instanceId)) return false;
  const record = records.get(server.instanceId.toLowerCase());
  if (!record) return true;
  if (record.providerId !== providerId) return false;
  const isUp = record.state === 'pending' || record.state === 'active';
  if (isUp) return record.serverId !== undefined && record.serverId !== server.serverId;
  // While something is still to be done about it, that is the worker's.
  return record.dueAt === undefined;
}

function hasEnded(record: InstanceRecord | undefined): boolean {
  return record !== undefined && record.state !== 'pending' && record.state !== 'active';
}
