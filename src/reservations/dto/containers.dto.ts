import { IsOptional } from 'class-validator';
import { AgreesWith, eitherSpelling } from '../../http/wire/spellings.js';
import { readGiven } from '../../http/wire/wire-amounts.js';
import { Optional } from '../../http/wire/wire-members.js';
import {
  IsAmount,
  IsBooleanText,
  IsText,
  Nested,
  NestedOrList,
  readAmount,
  readList,
  type WireAmount,
} from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { INT16_MAX, INT32_MAX, withoutZeros } from '../../kernel/resource-amounts.js';
import type { WantedTraits } from '../../kernel/traits.js';
import { storedBytes } from '../container-ids.js';
import type { ContainerRequest } from '../reservation.js';

export class VirtualCpu {
  @Optional('Virtual CPUs.', IsAmount(INT16_MAX)) numVirtualCpu?: WireAmount;

  @Optional('Their architecture; the container lies on a provider that has it.', IsText())
  cpuArchitecture?: string;
}

export class VirtualMemory {
  @Optional('Kept and answered.', IsBooleanText()) numaEnabled?: string | boolean;
  @Optional('Memory in MB.', IsAmount(INT32_MAX)) virtualMemSize?: WireAmount;
}

export class StorageAttributes {
  @Optional('Sort of storage; the container lies on a provider that has it.', IsText())
  typeOfStorage?: string;

  @Optional('Size in GB.', IsAmount(INT32_MAX)) sizeOfStorage?: WireAmount;
}

/** The contract spells two of its members both ways. */
export class ContainerFlavor {
  @Optional('The caller’s name for the flavor.', IsText()) flavorId?: string;

  @Optional('The same as `flavorId`, from which it must not differ.', IsText(), AgreesWith('flavorId'))
  flavourId?: string;

  @IsOptional() @Nested(() => VirtualCpu) virtualCpu?: VirtualCpu;

  @Optional(
    'The same as `virtualCpu`, from which it must not differ.',
    Nested(() => VirtualCpu),
    AgreesWith('virtualCpu'),
  )
  virtualCPU?: VirtualCpu;

  @IsOptional() @Nested(() => VirtualMemory) virtualMemory?: VirtualMemory;

  @Optional(
    'Its disk, or a list of its disks; answered in the form it was sent in.',
    NestedOrList(() => StorageAttributes),
  )
  storageAttributes?: StorageAttributes | StorageAttributes[];
}

export class ContainerReservation {
  @Optional('The caller’s name for it; by default the service makes one.', IsText()) containerId?: string;
  @IsOptional() @Nested(() => ContainerFlavor) containerFlavor?: ContainerFlavor;
}

/**
 * Maximum bytes of a reservation's containers as stored. The largest body makes less than 900 KiB, unless many disks repeat a
 * long name of a flavor.
 */
const MAX_STORED_BYTES = 1024 * 1024;

/** @throws DomainError `invalid-request` for containers that are too large together */
export function containerRequests(
  containers: readonly ContainerReservation[],
  field: string,
): ContainerRequest[] {
  let bytes = 0;
  return containers.map((container) => {
    const request = containerRequest(container);
    bytes += storedBytes(request);
    if (bytes <= MAX_STORED_BYTES) return request;
    const rule = `must not have more than ${MAX_STORED_BYTES} bytes as answered, where each disk repeats the name of its flavor`;
    throw DomainError.invalidField([field], rule);
  });
}

/** A container as it will be answered, without ids that the service gives. */
function containerRequest({
  containerId,
  containerFlavor: flavor = {},
}: ContainerReservation): ContainerRequest {
  const disks = readList(flavor.storageAttributes);
  const { virtualMemory } = flavor;
  const virtualCpu = eitherSpelling(flavor.virtualCpu, flavor.virtualCPU);
  const flavorId = flavor.flavorId ?? flavor.flavourId;
  const described = disks.map((disk) => describedDisk(disk, flavorId));
  return {
    amounts: withoutZeros({
      instances: 1,
      cores: readAmount(virtualCpu?.numVirtualCpu ?? 0),
      ram: readAmount(virtualMemory?.virtualMemSize ?? 0),
    }),
    storage: withoutZeros({
      gigabytes: disks.reduce((sum, { sizeOfStorage }) => sum + readAmount(sizeOfStorage ?? 0), 0),
      volumes: disks.length,
    }),
    traits: requiredTraits(virtualCpu, disks),
    description: {
      containerId: containerId ?? undefined,
      flavorId,
      virtualCpu: virtualCpu && { ...virtualCpu, ...readGiven({ numVirtualCpu: virtualCpu.numVirtualCpu }) },
      virtualMemory: virtualMemory && describedMemory(virtualMemory),
      virtualDisks: Array.isArray(flavor.storageAttributes) ? described : described.at(0),
    },
  };
}

/** The contract has the flag as text. */
function describedMemory({ numaEnabled, virtualMemSize }: VirtualMemory): object {
  return {
    numaEnabled: typeof numaEnabled === 'boolean' ? String(numaEnabled) : numaEnabled,
    ...readGiven({ virtualMemSize }),
  };
}

function describedDisk({ typeOfStorage, sizeOfStorage }: StorageAttributes, flavourId?: string): object {
  return {
    flavourId,
    typeOfStorage,
    sizeOfStorage: sizeOfStorage === undefined ? undefined : readAmount(sizeOfStorage),
    operationalState: 'enabled',
  };
}

/** What the provider of a container has to be like; undefined: anything. */
function requiredTraits(
  virtualCpu: VirtualCpu | undefined,
  disks: readonly StorageAttributes[],
): WantedTraits | undefined {
  const cpuArchitecture = virtualCpu?.cpuArchitecture;
  const types = [...new Set(disks.flatMap(({ typeOfStorage }) => typeOfStorage ?? []))];
  if (!cpuArchitecture && types.length === 0) return undefined;
  return {
    ...(cpuArchitecture ? { cpuArchitecture } : {}),
    ...(types.length > 0 ? { typeOfStorage: types } : {}),
  };
}
