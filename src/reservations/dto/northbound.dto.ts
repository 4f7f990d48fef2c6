import { IsOptional } from 'class-validator';
import {
  IsAmount,
  IsAmountsObject,
  IsClearable,
  IsText,
  IsWireTime,
  Nested,
  NestedList,
  readEnd,
  readStart,
  type WireAmount,
  type WireStart,
} from '../../http/wire-types.js';
import { IsLabels } from '../../http/wire-labels.js';
import { startOf } from '../../http/wire-start.js';
import { readAmounts, readGiven } from '../../http/wire-amounts.js';
import { DomainError } from '../../kernel/domain-error.js';
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
  type ReservationChange,
  type ReservationRequest,
  type Spelling,
} from '../reservation.js';
import { containerRequest, ContainerReservation } from './containers.dto.js';

export class ComputePoolReservation {
  @IsOptional() @IsAmount(INT16_MAX) numCpuCores?: WireAmount;
  @IsOptional() @IsAmount(INT16_MAX) numVcInstances?: WireAmount;
  @IsOptional() @IsAmount(INT32_MAX) virtualMemSize?: WireAmount;
  /** Custom class → amount. */
  @IsOptional() @IsAmountsObject() customResources?: object;
}

export class NetworkReservation {
  @IsOptional() @IsAmount(INT32_MAX) numPublicIps?: WireAmount;
}

export class StoragePoolReservation {
  @IsOptional() @IsAmount(INT32_MAX) storageSize?: WireAmount;
  @IsOptional() @IsAmount(INT16_MAX) numSnapshots?: WireAmount;
  @IsOptional() @IsAmount(INT16_MAX) numVolumes?: WireAmount;
}

/** What every create and update of Group B can carry besides its amounts. */
export class ReservationTimes {
  @IsWireTime('start') startTime?: WireStart;
  @IsWireTime('end', { nullable: true }) endTime?: string | null;
  @IsClearable() @IsWireTime('end') expiryTime?: string | null;
  @IsOptional() @IsText(255) zoneId?: string;
  @IsClearable() @IsText(255) name?: string | null;
  @IsClearable() @IsLabels() labels?: Labels | null;
}

export class CreateComputeBody extends ReservationTimes {
  @IsOptional() @Nested(() => ComputePoolReservation) computePoolReservation?: ComputePoolReservation;
  @IsOptional()
  @NestedList(() => ContainerReservation)
  virtualizationContainerReservation?: ContainerReservation[];
}

export class CreateNetworkBody extends ReservationTimes {
  @IsOptional() @Nested(() => NetworkReservation) networkReservation?: NetworkReservation;
}

export class CreateStorageBody extends ReservationTimes {
  @IsOptional() @Nested(() => StoragePoolReservation) storagePoolReservation?: StoragePoolReservation;
}

export class UpdateComputeBody extends CreateComputeBody {
  @IsText() reservationId!: string;
}

export class UpdateNetworkBody extends CreateNetworkBody {
  @IsText() reservationId!: string;
}

export class UpdateStorageBody extends CreateStorageBody {
  @IsText() reservationId!: string;
}

type Classes = ReadonlyMap<ResourceClass, number>;

/** What is asked for, in the service's own terms; undefined members were not given. */
interface Asked {
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
    return { containers: containers.map(containerRequest), field: 'virtualizationContainerReservation' };
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

export function requestOf(body: ReservationTimes, asked: Asked): ReservationRequest {
  return {
    zoneId: body.zoneId ?? undefined,
    start: startOf(body.startTime),
    end: readEnd(body.endTime),
    amounts: withoutZeros(asked.amounts ?? {}),
    containers: asked.containers,
    elements: [],
    expiry: expiryOf(body.expiryTime),
    ...changedMarks(body),
    spelling: spellingOf(asked),
  };
}

export function changeOf(body: ReservationTimes, asked: Asked): ReservationChange {
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
  const at = text === undefined || text === null ? undefined : parseInstant(text, 'end');
  return at === undefined ? undefined : { at };
}
