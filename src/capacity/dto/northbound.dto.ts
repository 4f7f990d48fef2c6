import { IsOptional } from 'class-validator';
import { Given, Omittable, Optional } from '../../http/wire/wire-members.js';
import {
  IsAmount,
  IsSeconds,
  IsBooleanText,
  IsText,
  IsTextOrList,
  EndsAfter,
  IsWireTime,
  Nested,
  readAmount,
  readBoolean,
  readList,
  required,
  startOf,
  type WireAmount,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { DEFAULT_LIMIT, MAX_LIMIT, readLimit } from '../../http/wire/paging.js';
import { MAX_LIST_LENGTH } from '../../http/wire/wire-checks.js';
import { amountSchema, oneOfSchema, oneOrListSchema } from '../../http/wire/wire-schemas.js';
import { AgreesWith, eitherSpelling } from '../../http/wire/spellings.js';
import { isGiven } from '../../kernel/given.js';
import { CLASS_OF_TYPE } from '../../kernel/northbound-kind.js';
import { Configured, Described, Member, NOW_MARKERS } from '../../openapi/members.js';
import { DomainError } from '../../kernel/domain-error.js';
import { INT16_MAX, INT32_MAX, withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, parseInstant } from '../../kernel/time-window.js';
import type { CapacityAsked, Period, TimelineAsked } from '../capacity.service.js';
import { FIGURES, type FigureName } from '../figures.js';
import { classOf, TYPE_MEMBER } from '../resource-types.js';

/** A member whose value `classOf` checks. The types of compute resources depend on the configuration. */
export const ComputeTypeId = (more = {}): PropertyDecorator =>
  Configured('ComputeResourceTypeId', 'The type of compute resource.', more);

export const TypeIdOf = (kind: 'network' | 'storage', more = {}): PropertyDecorator =>
  Member({
    ...oneOfSchema(Object.keys(CLASS_OF_TYPE[kind])),
    description: 'The type of resource; the names that begin with `num` are aliases.',
    ...more,
  });

@Described({ description: 'The period of the query; absent, empty, or with nulls only: now.' })
export class TimePeriod {
  @Given(
    `Its start. ${NOW_MARKERS} A period that is wholly past, or with \`showTimeline\`, is answered as it was.`,
    IsWireTime('start'),
  )
  startTime?: WireStart;

  @Given('Its end; absent or null: open.', IsWireTime('end', { nullable: true }), EndsAfter('startTime'))
  stopTime?: string | null;
}

export class VirtualCpuCriteria {
  @Optional('Only providers of this architecture; `x86` equals `x86_64`.', IsText()) cpuArchitecture?: string;
  @Optional('Virtual CPUs of one.', IsAmount(INT16_MAX)) numVirtualCpu?: WireAmount;
}

export class VirtualMemoryCriteria {
  @Optional('Memory of one in MB.', IsAmount(INT32_MAX)) virtualMemSize?: WireAmount;
}

/** The contract spells the first both ways. */
@Described({ description: 'The shape of one: an instance with these.' })
export class ComputeCriteria {
  @IsOptional() @Nested(() => VirtualCpuCriteria) virtualCPU?: VirtualCpuCriteria;

  @Optional(
    'The same as `virtualCPU`, from which it must not differ.',
    Nested(() => VirtualCpuCriteria),
    AgreesWith('virtualCPU'),
  )
  virtualCpu?: VirtualCpuCriteria;

  @IsOptional() @Nested(() => VirtualMemoryCriteria) virtualMemory?: VirtualMemoryCriteria;
}

@Described({ description: 'The shape of one: a volume with these.' })
export class StorageCriteria {
  @Optional('Only providers with this sort of storage.', IsText()) typeOfStorage?: string;
  @Optional('Size of one in GB.', IsAmount(INT32_MAX)) sizeOfStorage?: WireAmount;
  @Optional('Only providers whose storage supports RDMA.', IsBooleanText()) rdmaSupported?: boolean | string;
}

export class CapacityFilter {
  @Optional('Only this zone; by default the whole service.', IsText(255)) zoneId?: string;
  @IsOptional() @Nested(() => TimePeriod) timePeriod?: TimePeriod;

  @Member({
    ...oneOrListSchema(oneOfSchema(FIGURES), MAX_LIST_LENGTH),
    description: 'The figures that are wanted; by default all four.',
  })
  @IsOptional()
  @IsTextOrList()
  attributeSelector?: string | string[];

  @Optional(
    {
      description: 'Whether `timeline` is wanted: how the figures go over the period.',
      default: false,
    },
    IsBooleanText(),
  )
  showTimeline?: boolean | string;

  @Omittable({
    ...amountSchema(MAX_LIMIT, 1),
    default: DEFAULT_LIMIT,
    description: 'Zones in the breakdown at most.',
  })
  limit?: unknown;
}

/** Public addresses have no coarse time line: each part would take a search per provider. */
class CoarsenedFilter extends CapacityFilter {
  @Optional(
    'Seconds. The time line then has one row per part of the period that is so long, with the figures of its worst ' +
      'instant. By type only; needs `showTimeline`, and `stopTime` if there is a `timePeriod`. At least a 999th of the period.',
    IsSeconds(INT32_MAX, 1),
  )
  resolution?: WireAmount;
}

const OneFormOf = (member: string): ClassDecorator =>
  Described({ oneOf: [{ required: [member] }, { required: ['resourceCriteria'] }] });

@OneFormOf('computeResourceTypeId')
export class ComputeCapacityFilter extends CoarsenedFilter {
  @ComputeTypeId() @IsOptional() @IsText() computeResourceTypeId?: string;
  @IsOptional() @Nested(() => ComputeCriteria) resourceCriteria?: ComputeCriteria;
}

export class NetworkCapacityFilter extends CapacityFilter {
  @TypeIdOf('network', { required: true }) @IsOptional() @IsText() networkResourceTypeId?: string;
}

@OneFormOf('storageResourceTypeId')
export class StorageCapacityFilter extends CoarsenedFilter {
  @TypeIdOf('storage') @IsOptional() @IsText() storageResourceTypeId?: string;
  @IsOptional() @Nested(() => StorageCriteria) resourceCriteria?: StorageCriteria;
}

/** What a capacity query asks for: a class, or a shape to count in. */
export interface CapacityQuestion {
  readonly asked: CapacityAsked;
  readonly zoneId?: string;
  readonly period?: Period;
  readonly figures: readonly FigureName[];
  /** Undefined: no time line is wanted. */
  readonly timeline?: TimelineAsked;
  /** Zones in the breakdown at most. */
  readonly limit: number;
}

/** @param customClasses types of compute resources beside the built-in ones */
export function computeQuestion(
  filter: ComputeCapacityFilter,
  customClasses: Iterable<ResourceClass>,
): CapacityQuestion {
  const { computeResourceTypeId, resourceCriteria } = filter;
  const member = oneForm('compute', computeResourceTypeId, resourceCriteria);
  if (member === 'type') {
    return question(filter, { name: classOf('compute', computeResourceTypeId, customClasses) });
  }
  const { virtualMemory, ...spelled } = resourceCriteria ?? {};
  const virtualCpu = eitherSpelling(spelled.virtualCpu, spelled.virtualCPU);
  const amounts = withoutZeros({
    instances: 1,
    cores: readAmount(virtualCpu?.numVirtualCpu ?? 0),
    ram: readAmount(virtualMemory?.virtualMemSize ?? 0),
  });
  const traits = { cpuArchitecture: virtualCpu?.cpuArchitecture };
  return question(filter, { shape: { amounts, traits } });
}

export function networkQuestion(filter: NetworkCapacityFilter): CapacityQuestion {
  const typeId = required(filter.networkResourceTypeId, TYPE_MEMBER.network);
  return question(filter, { name: classOf('network', typeId) });
}

export function storageQuestion(filter: StorageCapacityFilter): CapacityQuestion {
  const { storageResourceTypeId, resourceCriteria } = filter;
  const member = oneForm('storage', storageResourceTypeId, resourceCriteria);
  if (member === 'type') return question(filter, { name: classOf('storage', storageResourceTypeId) });
  const { typeOfStorage, sizeOfStorage, rdmaSupported } = resourceCriteria ?? {};
  const amounts = withoutZeros({ volumes: 1, gigabytes: readAmount(sizeOfStorage ?? 0) });
  const traits = {
    typeOfStorage: typeOfStorage ?? undefined,
    rdmaSupported: readBoolean(rdmaSupported ?? false),
  };
  return question(filter, { shape: { amounts, traits } });
}

/** Exactly one of the two forms must be given. */
function oneForm(kind: 'compute' | 'storage', typeId: unknown, criteria: unknown): 'type' | 'criteria' {
  const member = TYPE_MEMBER[kind];
  const hasType = isGiven(typeId);
  const hasCriteria = isGiven(criteria);
  if (hasType && hasCriteria) {
    throw DomainError.invalidField([member], 'and resourceCriteria must not both be given');
  }
  if (hasType || hasCriteria) return hasType ? 'type' : 'criteria';
  const hint = 'some clients and proxies drop the body of a GET, then send it as query parameters';
  const message = `must provide '${member}' parameter, or resourceCriteria; ${hint}`;
  throw DomainError.about([member], 'invalid', 'invalid-request', message);
}

function question(filter: CapacityFilter, asked: CapacityAsked): CapacityQuestion {
  return {
    asked,
    zoneId: filter.zoneId ?? undefined,
    period: filter.timePeriod ? periodOf(filter.timePeriod) : undefined,
    figures: selectedFigures(filter.attributeSelector),
    timeline: timelineAsked(filter, 'name' in asked),
    limit: readLimit(filter.limit),
  };
}

function timelineAsked(
  filter: CapacityFilter & Pick<CoarsenedFilter, 'resolution'>,
  isByType: boolean,
): TimelineAsked | undefined {
  const isShown = readBoolean(filter.showTimeline ?? false);
  const resolution = filter.resolution ?? undefined;
  if (resolution === undefined) return isShown ? {} : undefined;
  if (!isShown) throw DomainError.invalidField(['resolution'], 'needs showTimeline');
  if (!isByType)
    throw DomainError.invalidField(['resolution'], 'and resourceCriteria must not both be given');
  return { resolution: readAmount(resolution) };
}

/** A period without a start and an end is an absent one: now, and not for ever. `null` stands for an absent member. */
function periodOf({ startTime, stopTime }: TimePeriod): Period | undefined {
  if ((startTime ?? undefined) === undefined && (stopTime ?? undefined) === undefined) return undefined;
  const start = startOf(startTime);
  const end = typeof stopTime === 'string' ? (parseInstant(stopTime, 'end') ?? FOREVER) : FOREVER;
  if (start !== undefined && end <= start) {
    throw DomainError.invalidField(['timePeriod', 'stopTime'], 'must be later than startTime');
  }
  return { start, end };
}

function selectedFigures(selector: string | string[] | undefined): readonly FigureName[] {
  const names = readList(selector);
  if (names.length === 0) return FIGURES;
  return names.map((name, index) => {
    const figure = FIGURES.find((known) => known === name);
    if (figure) return figure;
    const path = ['attributeSelector', ...(Array.isArray(selector) ? [index] : [])];
    throw DomainError.invalidField(path, `must be one of ${FIGURES.join(', ')}`);
  });
}
