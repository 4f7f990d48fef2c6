import { admittedBy, dryRun, type Admitted } from '../../allocation/admission/dry-run.js';
import { INSTANCE_STATES, type InstanceRecord } from '../../allocation/admission/records.js';
import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import {
  Always,
  Amounts,
  Described,
  Id,
  Ids,
  LabelsMember,
  OneOf,
  OPTIONAL,
  pageSchemaOf,
  Part,
  Parts,
  Time,
  Whole,
  Word,
  Words,
} from '../../openapi/members.js';
import type { Principal } from '../../kernel/principal.js';
import type { Rehearsal } from '../../idempotency/answered-requests.js';
import {
  admittedAnswer,
  DoneRehearsed,
  Placement,
  placementOf,
  ReleaseRehearsed,
} from '../../openapi/dry-run-parts.js';
import { failureFor } from '../platform-failure.js';
import type { Reconciliation } from '../reconciler.js';

export class InstanceAccepted {
  @Always('ok') result!: string;
  @Id('Its id.') 'instance-id'!: string;
  @Word('`create-instance request accepted`') message!: string;
}

export class InstanceRehearsed extends DoneRehearsed {
  @Part(Placement, 'Where it would lie.') placement!: Placement;
}

/** The dry run of a creation, and its answer. */
export const CREATE_REHEARSAL: Rehearsal<InstanceRecord, InstanceRecord> = {
  rehearse: dryRun(({ value }) => value),
  rehearsed: ({ zoneId, providerId, amounts }): InstanceRehearsed => ({
    result: 'ok',
    message: 'create-instance request accepted',
    'dry-run': true,
    placement: placementOf(zoneId, [{ providerId, amounts }], []),
  }),
};

/** Older clients match on it. */
export const DESTROYED = 'instance destroyed and resource released back to pool';

/** The dry run of a destruction, and its answer. */
export function destroyRehearsal(caller: Principal): Rehearsal<InstanceRecord, Admitted> {
  return {
    rehearse: dryRun((rehearsed) => admittedBy(rehearsed, caller)),
    rehearsed: (admitted): ReleaseRehearsed => ({
      result: 'ok',
      message: DESTROYED,
      'dry-run': true,
      ...admittedAnswer(admitted),
    }),
  };
}

/** An instance as the additive reads show it. */
export class Instance {
  @Id('Its id.') instanceId!: string;
  @Id('The provider that hosts it.') providerId!: string;
  @Id('The reservation it draws on.', OPTIONAL) reservationId?: string;
  @Word('Its tenant: that of its reservation, else that of the request that created it.', OPTIONAL)
  tenant?: string;
  @Word('Its zone.') zone!: string;
  @Word('Its name.') name!: string;
  @LabelsMember() labels?: object;
  @Word('Id of its image.') image!: string;
  @Word('Its flavor, as requested.') flavor!: string;
  @Words('Id of a network.', 'The networks it is attached to.') networks!: readonly string[];
  @OneOf(INSTANCE_STATES, 'Its state on the platform.') state!: string;

  @Word(
    'Why its platform failed; while it is pending or deleting, why it has to be tried again (for a consumer a ' +
      'general text).',
    OPTIONAL,
  )
  failure?: string;

  @Word('Its id on the platform.', OPTIONAL) serverId?: string;
  @Amounts('What it uses.') capacity!: object;
  @Time('Start of its use.', OPTIONAL) start?: string;
  @Time('End of its use; absent: until it is destroyed.', OPTIONAL) end?: string;
  @Time('Time of the request.', OPTIONAL) created?: string;
  @Time('When it last changed.', OPTIONAL) updated?: string;
}

export const InstancePage = pageSchemaOf(Instance);

class RemovedServer {
  @Word('Its id on the platform.') serverId!: string;
  @Id('The instance it was for.') instanceId!: string;
}

class UnsettledServer extends RemovedServer {
  @Word('What the platform answered, or that it did not.') reason!: string;
}

/** What a comparison of a provider's platform with the records has found, and mended. */
@Described({ name: 'Reconciliation' })
export class ReconciliationAnswer {
  @Id('The provider.') providerId!: string;
  @Whole('Number of servers of this deployment that its platform listed.') servers!: number;
  @Parts(RemovedServer, 'Servers that no instance needed; they have been removed.') removed!: RemovedServer[];

  @Ids('An instance.', 'Instances whose server was gone; their capacity has been given back.')
  lost!: readonly string[];

  @Ids('An instance.', 'Instances whose server had failed; the same was done.') failed!: readonly string[];

  @Whole(
    'Number of servers without a record that are too young to be removed; a later reconciliation checks them ' +
      'again.',
  )
  young!: number;

  @Parts(
    UnsettledServer,
    'Servers that could not be looked at or removed; they are tried again within a minute.',
  )
  unsettled!: UnsettledServer[];
}

/** Instances as a principal may see them. */
export function instanceDetails(caller: Principal): (instance: InstanceRecord) => Instance {
  return (instance) => ({
    instanceId: instance.id,
    providerId: instance.providerId,
    reservationId: instance.reservationId,
    tenant: instance.tenant,
    zone: instance.zoneId,
    name: instance.name,
    labels: instance.labels,
    image: instance.image,
    flavor: instance.flavor,
    networks: instance.networks,
    state: instance.state,
    failure: failureFor(caller, instance),
    serverId: instance.serverId,
    capacity: instance.amounts,
    start: formatInstant(instance.window.start),
    end: formatOptional(instance.window.end),
    created: formatInstant(instance.createdAt),
    updated: formatInstant(instance.updatedAt),
  });
}

export function reconciliationAnswer(found: Reconciliation): ReconciliationAnswer {
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
    unsettled: found.unsettled.map(({ serverId, instanceId, reason }) => ({ serverId, instanceId, reason })),
  };
}
