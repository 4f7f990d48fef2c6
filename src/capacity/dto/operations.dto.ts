import { IsIn, IsOptional } from 'class-validator';
import {
  IsBooleanText,
  IsText,
  IsTextList,
  IsWireTime,
  Nested,
  readBoolean,
  readEnd,
  readStart,
  type WireStart,
} from '../../http/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { CollectionFilter } from '../collection-query.service.js';
import type { Metric } from '../utilization.js';

const METRICS = ['total', 'reserved', 'available', 'usage'] as const;
const SCOPES = ['inclusive', 'exclusive'] as const;

export class ElementsFilter {
  @IsOptional() @IsTextList() some?: string[];
  @IsOptional() @IsTextList() every?: string[];
}

export class WindowFilter {
  @IsWireTime('start') start?: WireStart;
  @IsWireTime('end', { nullable: true }) end?: string | null;
  @IsOptional()
  @IsIn(SCOPES, { message: `$property must be one of ${SCOPES.join(', ')}` })
  scope?: (typeof SCOPES)[number];
}

class CollectionQueryBody {
  @IsOptional() @IsText(255) zone?: string;
  @IsOptional() @IsBooleanText() 'show-utilization'?: boolean | string;
  @IsOptional() @IsTextList() without?: string[];
  @IsOptional() @Nested(() => ElementsFilter) elements?: ElementsFilter;
  @IsOptional() @Nested(() => WindowFilter) window?: WindowFilter;
}

/** Body of POST /query-capacity. */
export class QueryCapacityBody extends CollectionQueryBody {
  @IsOptional()
  @IsIn(METRICS, { message: `$property must be one of ${METRICS.join(', ')}` })
  capacity?: Metric;
}

/** Body of POST /query-reservation. The contract spells the window both ways. */
export class QueryReservationBody extends CollectionQueryBody {
  @IsOptional() @Nested(() => WindowFilter) wndow?: WindowFilter;
}

export function capacityFilter(body: QueryCapacityBody): CollectionFilter {
  return collectionFilter(body, body.capacity ?? 'available', body.window, 'window');
}

export function reservationFilter(body: QueryReservationBody): CollectionFilter {
  const { window, wndow } = body;
  const merged: WindowFilter = {
    start: window?.start ?? wndow?.start,
    end: window?.end ?? wndow?.end,
    scope: window?.scope ?? wndow?.scope,
  };
  return collectionFilter(body, 'reserved', merged, window ? 'window' : 'wndow');
}

function collectionFilter(
  body: CollectionQueryBody,
  metric: Metric,
  window: WindowFilter | undefined,
  field: string,
): CollectionFilter {
  return {
    metric,
    zoneId: body.zone ?? undefined,
    showUtilization: readBoolean(body['show-utilization'] ?? true),
    without: body.without ?? [],
    some: body.elements?.some ?? [],
    every: body.elements?.every ?? [],
    window: windowOf(window, field),
    scope: window?.scope ?? 'inclusive',
  };
}

/** An absent end is open; an absent start leaves the past out. */
function windowOf(window: WindowFilter | undefined, field: string): CollectionFilter['window'] {
  const start = window?.start === undefined || window.start === null ? undefined : readStart(window.start, 0);
  const end = readEnd(window?.end);
  if (start === undefined || end >= start) return { start, end };
  throw DomainError.invalidField([field, 'end'], 'must not be earlier than start');
}
