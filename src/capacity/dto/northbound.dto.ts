import { IsOptional } from 'class-validator';
import {
  IsAmount,
  IsBooleanText,
  IsOmittable,
  IsText,
  IsTextOrList,
  IsWireTime,
  Nested,
  readAmount,
  readBoolean,
  readList,
  type WireAmount,
  type WireStart,
} from '../../http/wire-types.js';
import { readLimit } from '../../http/paging.js';
import { startOf } from '../../http/wire-start.js';
import { DomainError } from '../../kernel/domain-error.js';
import { INT16_MAX, INT32_MAX, withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, parseInstant, type Instant } from '../../kernel/time-window.js';
import type { Shape } from '../capacity.service.js';
import { classOf, TYPE_MEMBER } from '../resource-types.js';

export class TimePeriod {
  @IsWireTime('start') startTime?: WireStart;
  @IsWireTime('end', { nullable: true }) stopTime?: string | null;
}

export class VirtualCpuCriteria {
  @IsOptional() @IsText() cpuArchitecture?: string;
  @IsOptional() @IsAmount(INT16_MAX) numVirtualCpu?: WireAmount;
}

export class VirtualMemoryCriteria {
  @IsOptional() @IsAmount(INT32_MAX) virtualMemSize?: WireAmount;
}

/** The contract spells the first both ways. */
export class ComputeCriteria {
  @IsOptional() @Nested(() => VirtualCpuCriteria) virtualCPU?: VirtualCpuCriteria;
  @IsOptional() @Nested(() => VirtualCpuCriteria) virtualCpu?: VirtualCpuCriteria;
  @IsOptional() @Nested(() => VirtualMemoryCriteria) virtualMemory?: VirtualMemoryCriteria;
}

export class StorageCriteria {
  @IsOptional() @IsText() typeOfStorage?: string;
  @IsOptional() @IsAmount(INT32_MAX) sizeOfStorage?: WireAmount;
  @IsOptional() @IsBooleanText() rdmaSupported?: boolean | string;
}

export class CapacityFilter {
  @IsOptional() @IsText(255) zoneId?: string;
  @IsOptional() @Nested(() => TimePeriod) timePeriod?: TimePeriod;
  @IsOptional() @IsTextOrList() attributeSelector?: string | string[];
  @IsOptional() @IsBooleanText() showTimeline?: boolean | string;
  @IsOmittable() limit?: unknown;
}

export class ComputeCapacityFilter extends CapacityFilter {
  @IsOptional() @IsText() computeResourceTypeId?: string;
  @IsOptional() @Nested(() => ComputeCriteria) resourceCriteria?: ComputeCriteria;
}

export class NetworkCapacityFilter extends CapacityFilter {
  @IsOptional() @IsText() networkResourceTypeId?: string;
}

export class StorageCapacityFilter extends CapacityFilter {
  @IsOptional() @IsText() storageResourceTypeId?: string;
  @IsOptional() @Nested(() => StorageCriteria) resourceCriteria?: StorageCriteria;
}

export const FIGURES = ['available', 'reserved', 'total', 'allocated'] as const;
export type FigureName = (typeof FIGURES)[number];

/** What a capacity query asks for: a class, or a shape to count in. */
export interface CapacityQuestion {
  readonly asked: { readonly name: ResourceClass } | { readonly shape: Shape };
  readonly zoneId?: string;
  readonly period?: Period;
  readonly figures: readonly FigureName[];
  readonly showTimeline: boolean;
  /** Zones in the breakdown at most. */
  readonly limit: number;
}

/** An absent start is now, which only the service's clock knows. */
export interface Period {
  readonly start?: Instant;
  readonly end: Instant;
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
  const { virtualCpu, virtualCPU = virtualCpu, virtualMemory } = resourceCriteria ?? {};
  const amounts = withoutZeros({
    instances: 1,
    cores: readAmount(virtualCPU?.numVirtualCpu ?? 0),
    ram: readAmount(virtualMemory?.virtualMemSize ?? 0),
  });
  const traits = { cpuArchitecture: virtualCPU?.cpuArchitecture };
  return question(filter, { shape: { amounts, traits } });
}

export function networkQuestion(filter: NetworkCapacityFilter): CapacityQuestion {
  return question(filter, { name: classOf('network', filter.networkResourceTypeId ?? undefined) });
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

/** Both forms at once, or neither, is a question nobody can answer. */
function oneForm(kind: 'compute' | 'storage', typeId: unknown, criteria: unknown): 'type' | 'criteria' {
  const member = TYPE_MEMBER[kind];
  const hasType = typeId !== undefined && typeId !== null;
  const hasCriteria = criteria !== undefined && criteria !== null;
  if (hasType && hasCriteria) {
    throw DomainError.invalidField([member], 'and resourceCriteria must not both be given');
  }
  if (hasType || hasCriteria) return hasType ? 'type' : 'criteria';
  const hint =
    'or resourceCriteria must be given; some clients and proxies drop the body of a GET, then send it as query parameters';
  throw DomainError.invalidField([member], hint);
}

function question(filter: CapacityFilter, asked: CapacityQuestion['asked']): CapacityQuestion {
  return {
    asked,
    zoneId: filter.zoneId ?? undefined,
    period: filter.timePeriod ? periodOf(filter.timePeriod) : undefined,
    figures: selectedFigures(filter.attributeSelector),
    showTimeline: readBoolean(filter.showTimeline ?? false),
    limit: readLimit(filter.limit),
  };
}

/** An empty period is an absent one: now, and not for ever. */
function periodOf({ startTime, stopTime }: TimePeriod): Period | undefined {
  if (startTime === undefined && stopTime === undefined) return undefined;
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
