import { IsOptional } from 'class-validator';
import { Clearable, Optional } from '../../http/wire/wire-members.js';
import {
  IsAmount,
  IsAmountsObject,
  IsText,
  IsWireTime,
  Nested,
  NestedList,
  readEnd,
  readStart,
  startOf,
  type WireAmount,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { DryRunOption } from '../../http/wire/wire-dry-run.js';
import { IsLabels } from '../../http/wire/wire-labels.js';
import { readAmounts, readGiven, readOptionalAmount } from '../../http/wire/wire-amounts.js';
import { isGiven } from '../../kernel/given.js';
import { DomainError } from '../../kernel/domain-error.js';
import { Configured, LABELS_TEXT, NAME_TEXT } from '../../openapi/members.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import {
  INT16_MAX,
  INT32_MAX,
  withoutZeros,
  type ResourceAmounts,
  type ResourceClass,
} from '../../kernel/resource-amounts.js';
import { parseInstant } from '../../kernel/time-window.js';
import {
  NORTHBOUND_SPELLING,
  type ContainerRequest,
  type Expiry,
  type AskedChange,
  type ReservationRequest,
  type Spelling,
} from '../reservation.js';
import { spellingOfWait, waitOf } from './wait.dto.js';
import { containerRequests, ContainerReservation } from './containers.dto.js';
import { EndTerm, HoldTerm, RepeatTerm, StartTerm, WaitTerm, WaitUntilTerm, ZONE_KEPT } from './terms.js';
import { ReservationId } from './reservation-filter.dto.js';

const Amount = (description: string, max: number) => Optional(description, IsAmount(max));

export class ComputePoolReservation {
  @Amount('Cores.', INT16_MAX) numCpuCores?: WireAmount;
  @Amount('Instances.', INT16_MAX) numVcInstances?: WireAmount;
  @Amount('Memory in MB.', INT32_MAX) virtualMemSize?: WireAmount;

  @Configured('CustomAmounts', 'An amount per custom resource class.')
  @IsOptional()
  @IsAmountsObject()
  customResources?: object;
}

export class NetworkReservation {
  @Amount('Public IPv4 addresses.', INT32_MAX) numPublicIps?: WireAmount;
}

export class StoragePoolReservation {
  @Amount('Storage in GB.', INT32_MAX) storageSize?: WireAmount;
  @Amount('Snapshots.', INT16_MAX) numSnapshots?: WireAmount;
  @Amount('Volumes.', INT16_MAX) numVolumes?: WireAmount;
}

/** What every create and update of Group B can carry besides its amounts. */
export class ReservationTimes extends DryRunOption {
  @StartTerm() startTime?: WireStart;

  @EndTerm('startTime') endTime?: string | null;

  @Clearable(
    'Time at which the reservation is released if no instance has drawn on it; not after its end. An update ' +
      'with null removes it.',
    IsWireTime('end'),
  )
  expiryTime?: string | null;

  @Optional(
    `The zone it has to lie in; by default the one with the most room that fits. ${ZONE_KEPT}`,
    IsText(255),
  )
  zoneId?: string;

  @Clearable(NAME_TEXT, IsText(255)) name?: string | null;
  @Clearable(LABELS_TEXT, IsLabels()) labels?: Labels | null;
}

const Containers = () =>
  Optional(
    'Containers, each of which counts as one instance; not together with `computePoolReservation`.',
    NestedList(() => ContainerReservation),
  );

/** What a create of Group B can carry, and an update cannot. */
export class NewReservation extends ReservationTimes {
  @HoldTerm('`confirm`') holdSeconds?: WireAmount | null;
  @WaitTerm('holdSeconds') wait?: boolean | string | null;
  @WaitUntilTerm() waitUntil?: string | null;
  @RepeatTerm('holdSeconds') repeat?: string | null;
}

export class CreateComputeBody extends NewReservation {
  @IsOptional() @Nested(() => ComputePoolReservation) computePoolReservation?: ComputePoolReservation;
  @Containers() virtualizationContainerReservation?: ContainerReservation[];
}

export class CreateNetworkBody extends NewReservation {
  @IsOptional() @Nested(() => NetworkReservation) networkReservation?: NetworkReservation;
}

export class CreateStorageBody extends NewReservation {
  @IsOptional() @Nested(() => StoragePoolReservation) storagePoolReservation?: StoragePoolReservation;
}

export class UpdateComputeBody extends ReservationTimes {
  @ReservationId() reservationId!: string;
  @IsOptional() @Nested(() => ComputePoolReservation) computePoolReservation?: ComputePoolReservation;
  @Containers() virtualizationContainerReservation?: ContainerReservation[];
}

export class UpdateNetworkBody extends ReservationTimes {
  @ReservationId() reservationId!: string;
  @IsOptional() @Nested(() => NetworkReservation) networkReservation?: NetworkReservation;
}

export class UpdateStorageBody extends ReservationTimes {
  @ReservationId() reservationId!: string;
  @IsOptional() @Nested(() => StoragePoolReservation) storagePoolReservation?: StoragePoolReservation;
}

/** Body of POST /reservation/{kind}/confirm. */
export class ConfirmBody {
  @ReservationId() reservationId!: string;
}

type Classes = ReadonlyMap<ResourceClass, number>;

/** The request in the service's own terms; undefined members were not given. */
export interface Asked {
  readonly amounts?: ResourceAmounts;
  readonly containers?: readonly ContainerRequest[];
  readonly field: string;
}

/** @throws DomainError `invalid-request`, also for custom resources that are no custom class here */
export function computeAsked(body: CreateComputeBody, customClasses: Classes): Asked {
  const { computePoolReservation: pool, virtualizationContainerReservation: containers } = body;
  if (pool && containers) {
    const rule = 'and virtualizationContainerReservation must not both be given';
    throw DomainError.invalidField(['computePoolReservation'], rule);
  }
  if (containers) {
    const field = 'virtualizationContainerReservation';
    return { containers: containerRequests(containers, field), field };
  }
  const amounts = pool && {
    ...readGiven({ cores: pool.numCpuCores, ram: pool.virtualMemSize, instances: pool.numVcInstances }),
    ...customAmounts(pool.customResources, customClasses),
  };
  return { amounts, field: 'computePoolReservation' };
}

function customAmounts(asked: object | undefined, customClasses: Classes): ResourceAmounts {
  const path = ['computePoolReservation', 'customResources'];
  const unknown = Object.keys(asked ?? {}).find((name) => !customClasses.has(name));
  if (unknown !== undefined) {
    const known =
      customClasses.size > 0 ? `those are ${[...customClasses.keys()].join(', ')}` : 'there are none';
    throw DomainError.invalidField([...path, unknown], `is no custom resource class here: ${known}`);
  }
  return readAmounts(asked, customClasses, path);
}

export function networkAsked({ networkReservation: asked }: CreateNetworkBody): Asked {
  return { amounts: asked && readGiven({ addresses: asked.numPublicIps }), field: 'networkReservation' };
}

export function storageAsked({ storagePoolReservation: asked }: CreateStorageBody): Asked {
  const amounts =
    asked &&
    readGiven({ gigabytes: asked.storageSize, volumes: asked.numVolumes, snapshots: asked.numSnapshots });
  return { amounts, field: 'storagePoolReservation' };
}

export function requestOf(body: NewReservation, asked: Asked): ReservationRequest {
  return {
    zoneId: body.zoneId ?? undefined,
    start: startOf(body.startTime),
    end: readEnd(body.endTime),
    amounts: withoutZeros(asked.amounts ?? {}),
    containers: asked.containers,
    elements: [],
    expiry: expiryOf(body.expiryTime),
    holdSeconds: readOptionalAmount(body.holdSeconds),
    wait: waitOf(body.wait, body.waitUntil),
    ...changedMarks(body),
    spelling: spellingOfWait(body.wait, spellingOf(asked)),
  };
}

export function changeOf(body: ReservationTimes, asked: Asked): AskedChange {
  return {
    zoneId: body.zoneId ?? undefined,
    start: body.startTime === undefined ? undefined : readStart(body.startTime, 0),
    end: body.endTime === undefined ? undefined : readEnd(body.endTime),
    amounts: asked.amounts,
    containers: asked.containers,
    expiry: body.expiryTime === null ? null : expiryOf(body.expiryTime),
    name: body.name,
    labels: body.labels,
    spelling: spellingOf(asked),
  };
}

function spellingOf({ field }: Asked): Spelling {
  return { ...NORTHBOUND_SPELLING, amounts: field };
}

function expiryOf(text: string | null | undefined): Expiry | undefined {
  const at = isGiven(text) ? parseInstant(text, 'end') : undefined;
  return at === undefined ? undefined : { at };
}
