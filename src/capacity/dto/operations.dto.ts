import { IsOptional } from 'class-validator';
import { Given, Omittable, Optional } from '../../http/wire/wire-members.js';
import {
  IsBooleanText,
  IsOneOf,
  IsText,
  IsTextList,
  IsWireTime,
  isHiddenInversion,
  Nested,
  readBoolean,
  readEnd,
  startOf,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { AgreesWith, eitherSpelling } from '../../http/wire/spellings.js';
import { CURSOR, fingerprint } from '../../http/wire/list-parameters.js';
import { MAX_LIMIT, readCursor, readLimit } from '../../http/wire/paging.js';
import { amountSchema } from '../../http/wire/wire-schemas.js';
import { DomainError } from '../../kernel/domain-error.js';
import { formatReference, parseReference } from '../../kernel/identifiers.js';
import type { CollectionFilter, CollectionPage, Place } from '../collection-query.service.js';
import type { Metric } from '../utilization.js';

const METRICS = ['total', 'reserved', 'available', 'usage'] as const;
const SCOPES = ['inclusive', 'exclusive'] as const;

/**
 * Collections in an answer to a query that asks for no page. Ten thousand make half a megabyte; more than that a client
 * has to read page by page.
 */
const MAX_COLLECTIONS = 10_000;

export class ElementsFilter {
  @Optional(
    'Only collections that contain one or more of these: a reservation its elements and its instances, a pool its ' +
      'provider, an instance itself. Each a bare id or `<Kind>:<id>`.',
    IsTextList(),
  )
  some?: string[];

  @Optional('Only collections that contain all of these, each a bare id or `<Kind>:<id>`.', IsTextList())
  every?: string[];
}

export class WindowFilter {
  @Given(
    'Its start; omitted, null, 0 and "0" mean now, or that it has none if the end is past. A start in the past is as it was.',
    IsWireTime('start'),
  )
  start?: WireStart;

  @Given('Its end, later than its start; absent or null: none.', IsWireTime('end', { nullable: true }))
  end?: string | null;

  @Optional(
    {
      description:
        '`inclusive`: alive at some instant of the window; `exclusive`: wholly inside. The figures are those of the collections listed.',
      default: 'inclusive',
    },
    IsOneOf(SCOPES),
  )
  scope?: (typeof SCOPES)[number];
}

class CollectionQueryBody {
  @Optional('Only this zone; by default all.', IsText(255)) zone?: string;

  @Optional({ description: 'Whether `utilization` is wanted.', default: true }, IsBooleanText())
  'show-utilization'?: boolean | string;

  @Optional(
    'Collections to leave out of the result and of the figures, as if they weren’t there, each a bare id or `<Kind>:<id>`. A ' +
      'provider takes with it what lies on it; without an instance, its reservation holds what the instance draws.',
    IsTextList(),
  )
  without?: string[];

  @IsOptional() @Nested(() => ElementsFilter) elements?: ElementsFilter;
  @IsOptional() @Nested(() => WindowFilter) window?: WindowFilter;

  @Omittable({
    ...amountSchema(MAX_LIMIT, 1),
    description: `Maximum number of collections in the list; ${MAX_COLLECTIONS} without \`limit\` and \`cursor\`.`,
  })
  limit?: unknown;

  @Omittable({ ...CURSOR, description: 'The `next-cursor` of an earlier answer to the same query.' })
  cursor?: unknown;
}

/** Body of POST /query-capacity. */
export class QueryCapacityBody extends CollectionQueryBody {
  @Optional({ description: 'The figure.', default: 'available' }, IsOneOf(METRICS))
  capacity?: Metric;
}

/** Body of POST /query-reservation. The contract spells the window both ways. */
export class QueryReservationBody extends CollectionQueryBody {
  @Optional(
    'The same as `window`; members given in both must be equal.',
    Nested(() => WindowFilter),
    AgreesWith('window'),
  )
  wndow?: WindowFilter;
}

/** A page as it was asked for: `limit` collections are shown of the `rows` that are read. */
interface AskedPage extends CollectionPage {
  readonly limit: number;
  /** Stands for the query without its page: a cursor leads on in the list it comes from, and in no other. */
  readonly list: string;
}

const LONGEST_PAGE = { limit: MAX_COLLECTIONS, rows: MAX_COLLECTIONS + 1 } as const;

export interface PagedFilter extends CollectionFilter {
  readonly page: AskedPage;
}

export function capacityFilter(body: QueryCapacityBody): PagedFilter {
  return collectionFilter(body, body.capacity ?? 'available', windowOf(body.window));
}

export function pagedFilter(body: QueryReservationBody): PagedFilter {
  const { window, wndow } = body;
  // A refusal is about the end, in the spelling that gave it.
  const spelled = typeof window?.end === 'string' ? 'window' : 'wndow';
  return collectionFilter(body, 'reserved', windowOf(eitherSpelling(window, wndow), spelled));
}

function collectionFilter(body: CollectionQueryBody, metric: Metric, window: WindowAsked): PagedFilter {
  const { elements, limit, cursor } = body;
  const isPaged = (limit ?? cursor ?? undefined) !== undefined;
  const selected = {
    metric,
    zoneId: body.zone ?? undefined,
    without: body.without ?? [],
    some: elements?.some ?? [],
    every: elements?.every ?? [],
  };
  const { start, end } = window.window;
  const list = fingerprint({ ...selected, start, end, scope: window.scope });
  return {
    ...selected,
    ...window,
    showUtilization: readBoolean(body['show-utilization'] ?? true),
    page: isPaged ? pageAsked(limit, cursor, list) : { ...LONGEST_PAGE, list },
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
  const start = startOf(filter.start);
  const end = readEnd(filter.end);
  const isEmpty = start !== undefined && end <= start;
  if (!isEmpty && !isHiddenInversion(filter.start, filter.end)) return { window: { start, end }, scope };
  throw DomainError.invalidField([spelled, 'end'], 'must be later than start');
}

/** What a cursor holds: `<Kind>:<id>@<zone>`. */
const PLACE = /^(Resource[A-Za-z]+:[0-9a-f-]{36})@(.+)$/s;

function pageAsked(asked: unknown, cursor: unknown, list: string): AskedPage {
  const limit = readLimit(asked);
  const key = readCursor(cursor, (text) => placeOf(text) !== undefined, list);
  return { limit, list, rows: limit + 1, after: key === undefined ? undefined : placeOf(key) };
}

export function cursorKey({ zoneId, kind, id }: Place): string {
  return `${formatReference(kind, id)}@${zoneId}`;
}

function placeOf(key: string): Place | undefined {
  const [, text = '', zoneId] = PLACE.exec(key) ?? [];
  const { kind, id } = parseReference(text) ?? {};
  return kind && id ? { zoneId, kind, id } : undefined;
}
