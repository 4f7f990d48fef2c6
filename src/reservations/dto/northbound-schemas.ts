import { ApiExtraModels, getSchemaPath, OmitType } from '@nestjs/swagger';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { CamelReleaseRehearsed, DryRunMark, NorthboundPlacement } from '../../openapi/dry-run-parts.js';
import {
  Always,
  Amounts,
  Described,
  Id,
  Ids,
  LabelsMember,
  Member,
  OneOf,
  OPTIONAL,
  Part,
  Parts,
  Time,
  Whole,
  Word,
  Words,
} from '../../openapi/members.js';
import { capital } from '../../openapi/operations.js';
import { RESERVATION_STATES } from '../reservation.js';

/** The schemas of Group B's answers; `northbound-answers.ts` and `dry-run-answers.ts` make them. */

/** What every kind of reservation answers. */
class ReservedAnswer {
  @Id('Its id.') reservationId!: string;
  @Time('When it begins.') startTime!: string;
  @Time('When it ends; absent: open.', OPTIONAL) endTime?: string;
  @Time('Time at which it is released if no instance has drawn on it.', OPTIONAL) expiryTime?: string;
  @Time('End of its hold, unless it is confirmed before; absent: it needs no confirmation.', OPTIONAL)
  heldUntil?: string;

  @Time('Deadline of its wait; absent: its end, or it does not wait.', OPTIONAL) waitUntil?: string;
  @Id('The series it is an occurrence of.', OPTIONAL) seriesId?: string;
  @OneOf(RESERVATION_STATES, 'Its state.') reservationStatus!: string;
  @Word('Its zone.') zoneId!: string;
  @Word('Its name, where it has one.', OPTIONAL) name?: string;
  @LabelsMember() labels?: object;
}

class ComputePoolReserved {
  @Whole('Cores.', OPTIONAL) numCpuCores?: number;
  @Whole('Instances.', OPTIONAL) numVcInstances?: number;
  @Whole('Memory in MB.', OPTIONAL) virtualMemSize?: number;
  @Amounts('Per custom resource class; absent where none is reserved.', OPTIONAL) customResources?: object;
  @Word('Its zone.', OPTIONAL) zoneId?: string;
}

class VirtualCpuReserved {
  @Whole('Virtual CPUs.', OPTIONAL) numVirtualCpu?: number;
  @Word('Their architecture.', OPTIONAL) cpuArchitecture?: string;
}

class VirtualMemoryReserved {
  @Word('Boolean text.', OPTIONAL) numaEnabled?: string;
  @Whole('Memory in MB.', OPTIONAL) virtualMemSize?: number;
}

class VirtualDisk {
  @Id('Its id.', OPTIONAL) storageId?: string;
  @Word('The flavor of its container.', OPTIONAL) flavourId?: string;
  @Word('Sort of storage.', OPTIONAL) typeOfStorage?: string;
  @Whole('Size in GB.', OPTIONAL) sizeOfStorage?: number;
  @Always('enabled', 'Its state.', OPTIONAL) operationalState?: string;
}

/** One of them or a list of them. */
function eitherForm(type: new () => object, several: string): object {
  const one = { $ref: getSchemaPath(type) };
  return { anyOf: [one, { type: 'array', items: one, description: several }] };
}

@ApiExtraModels(VirtualDisk)
class ContainerReserved {
  @Word('The name of the container.', OPTIONAL) containerId?: string;
  @Word('The name of its flavor.', OPTIONAL) flavorId?: string;
  @Part(VirtualCpuReserved, 'Its processors, as requested.', OPTIONAL) virtualCpu?: object;
  @Part(VirtualMemoryReserved, 'Its memory, as requested.', OPTIONAL) virtualMemory?: object;

  @Member({ ...eitherForm(VirtualDisk, 'Several disks.'), description: 'Its disks.', ...OPTIONAL })
  virtualDisks?: object;
}

class ComputeReserved extends ReservedAnswer {
  @Part(ComputePoolReserved, 'Reserved compute resources.', OPTIONAL) computePoolReserved?: object;

  @Parts(ContainerReserved, 'Per container; instead of `computePoolReserved`.', OPTIONAL)
  virtualizationContainerReserved?: object[];
}

class NetworkReserved extends ReservedAnswer {
  @Words('An IPv4 address.', 'The addresses it holds.') publicIps!: string[];
}

class StoragePoolReserved {
  @Whole('Storage in GB.', OPTIONAL) storageSize?: number;
  @Whole('Snapshots.', OPTIONAL) numSnapshots?: number;
  @Whole('Volumes.', OPTIONAL) numVolumes?: number;
}

class StorageReserved extends ReservedAnswer {
  @Part(StoragePoolReserved, 'Reserved storage resources.') storagePoolReserved!: object;
}

const RESERVED = {
  compute: ComputeReserved,
  network: NetworkReserved,
  storage: StorageReserved,
} as const;

class NorthboundWindow {
  @Time('When it begins.') startTime!: string;
  @Time('When it ends.') endTime!: string;
}

class NorthboundOccurrence extends NorthboundWindow {
  @Id('Its id.') reservationId!: string;
}

/** A reservation alone in an answer. */
export function reservationAnswer(kind: NorthboundKind): new () => object {
  @Described({ name: `${capital(kind)}ReservationAnswer` })
  class ReservationAnswer {
    @Part(RESERVED[kind])
    reservationData!: object;

    @Parts(
      NorthboundOccurrence,
      'Of a new series: all of it, in order; `reservationData` is the first.',
      OPTIONAL,
    )
    occurrences?: NorthboundOccurrence[];
  }
  return ReservationAnswer;
}

/** The result of a query. */
export function reservationsFound(kind: NorthboundKind): new () => object {
  const reserved = RESERVED[kind];

  @ApiExtraModels(reserved)
  @Described({ name: `${capital(kind)}ReservationsFound` })
  class ReservationsFound {
    @Member({
      ...eitherForm(reserved, 'If not exactly one was requested.'),
      description: 'The reservation or the reservations.',
    })
    queryResult!: object;

    @Word('The `cursor` of the next page, if there is one. A page may be short, or empty.', OPTIONAL)
    next?: string;
  }
  return ReservationsFound;
}

export class ReservationTerminated {
  @Id('Its id.') reservationId!: string;
}

export class TerminationRehearsed extends CamelReleaseRehearsed {
  @Id('Its id.') reservationId!: string;
}

class NorthboundRehearsedOccurrence extends NorthboundWindow {
  @Part(NorthboundPlacement, 'Where it would lie.') placement!: NorthboundPlacement;
}

/** What a dry run of a create or an update answers. */
export function rehearsedAnswer(kind: NorthboundKind): new () => object {
  const name = capital(kind);

  @Described({ name: `${name}Rehearsed` })
  class Rehearsed extends OmitType(RESERVED[kind], ['reservationId']) {
    @Id('Its id; absent where it would be created.', OPTIONAL) reservationId?: string;
  }

  @Described({ name: `${name}ReservationRehearsed` })
  class ReservationRehearsedAnswer {
    @Part(Rehearsed, 'The reservation as it would be.') reservationData!: object;
    @DryRunMark() dryRun!: true;
    @Part(NorthboundPlacement, 'Where it would lie.') placement!: NorthboundPlacement;

    @Parts(NorthboundRehearsedOccurrence, 'Of a series: all of it, in order.', OPTIONAL)
    occurrences?: NorthboundRehearsedOccurrence[];

    @Ids('A reservation.', 'Of an update: those in conflict that would be admitted again.', OPTIONAL)
    admittedAgain?: readonly string[];

    @Ids('A reservation.', 'Of an update: waiting ones that would be admitted.', OPTIONAL)
    admitted?: readonly string[];
  }
  return ReservationRehearsedAnswer;
}
