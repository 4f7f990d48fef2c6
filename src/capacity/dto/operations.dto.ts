import { IsIn, IsOptional } from 'class-validator';
import {
  IsBooleanText,
  IsOmittable,
  IsText,
  IsTextList,
  IsWireTime,
  Nested,
  readBoolean,
  readEnd,
  readStart,
  type WireStart,
} from '../../http/wire-types.js';
import { readPageRequest } from '../../http/paging.js';
import { DomainError } from '../../kernel/domain-error.js';
import { formatReference, parseReference } from '../../kernel/identifiers.js';
import type { CollectionFilter, CollectionPage, Place } from '../collection-query.service.js';
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
  /** Page size and place; without either everything is listed. */
  @IsOmittable() limit?: unknown;
  @IsOmittable() cursor?: unknown;
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

/** A page as it was asked for: `limit` collections are shown of the `rows` that are read. */
interface AskedPage extends CollectionPage {
  readonly limit: number;
}

export interface PagedFilter extends CollectionFilter {
  readonly page?: AskedPage;
}

export function capacityFilter(body: QueryCapacityBody): PagedFilter {
  return collectionFilter(body, body.capacity ?? 'available', windowOf(body.window));
}

export function reservationFilter(body: QueryReservationBody): PagedFilter {
  const { window, wndow } = body;
  const merged: WindowFilter = {
    start: window?.start ?? wndow?.start,
    end: window?.end ?? wndow?.end,
    scope: window?.scope ?? wndow?.scope,
  };
  // A refusal is about the end, in the spelling that gave it.
  const spelled = typeof window?.end === 'string' ? 'window' : 'wndow';
  return collectionFilter(body, 'reserved', windowOf(merged, spelled));
}

function collectionFilter(body: CollectionQueryBody, metric: Metric, window: WindowAsked): PagedFilter {
  const { elements, limit, cursor } = body;
  const isPaged = (limit ?? cursor ?? undefined) !== undefined;
  return {
    metric,
    zoneId: body.zone ?? undefined,
    showUtilization: readBoolean(body['show-utilization'] ?? true),
    without: body.without ?? [],
    some: elements?.some ?? [],
    every: elements?.every ?? [],
    ...window,
    page: isPaged ? pageAsked(limit, cursor) : undefined,
  };
}

type WindowAsked = Pick<CollectionFilter, 'window' | 'scope'>;

/**
 * An absent end is open; an absent start leaves the past out.
 *
 * @param spelled the member that the end came in
 */
function windowOf(filter: WindowFilter = {}, spelled = 'window'): WindowAsked {
  const scope = filter.scope ?? 'inclusive';
  const start = filter.start === undefined || filter.start === null ? undefined : readStart(filter.start, 0);
  const end = readEnd(filter.end);
  if (start === undefined || end > start) return { window: { start, end }, scope };
  throw DomainError.invalidField([spelled, 'end'], 'must be later than start');
}

/** What a cursor holds: `<Kind>:<id>@<zone>`. */
const PLACE = /^(Resource[A-Za-z]+:[0-9a-f-]{36})@(.+)$/s;

function pageAsked(limit: unknown, cursor: unknown): AskedPage {
  const request = readPageRequest({ limit, cursor }, (key) => placeOf(key) !== undefined);
  const after = request.after === undefined ? undefined : placeOf(request.after);
  return { limit: request.limit, rows: request.rows, after };
}

export function cursorKey({ zoneId, kind, id }: Place): string {
  return `${formatReference(kind, id)}@${zoneId}`;
}

function placeOf(key: string): Place | undefined {
  const [, text = '', zoneId] = PLACE.exec(key) ?? [];
  const { kind, id } = parseReference(text) ?? {};
  return kind && id ? { zoneId, kind, id } : undefined;
}
