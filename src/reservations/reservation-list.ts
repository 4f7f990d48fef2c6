import type { ReservationKind } from '../allocation/admission/records.js';
import {
  along,
  bound,
  byIndex,
  equal,
  instant,
  inZone,
  inZoneOf,
  labelled,
  ofTenant,
  zoneIs,
} from '../database/criteria.js';
import type { ListTable } from '../database/key-list.js';
import { ifGiven, narrowing, type Criterion, type Narrowing } from '../database/narrowing.js';
import { all, sql, sqlWord, type Sql } from '../database/sql.js';
import type { ListWindow } from '../kernel/listed.js';
import type { LabelFilter } from '../kernel/marks.js';
import { CLASSES_OF_KIND, type NorthboundKind } from '../kernel/northbound-kind.js';
import { BUILT_IN_CLASSES } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { ReservationState } from './reservation.js';

/** Filters of a list of reservations; all must match. */
export interface ReservationListFilter extends ListWindow {
  readonly zoneId?: string;
  /** Backs a part of it, or did at its end. Of a cancelled or released one only what its instances used is kept. */
  readonly providerId?: string;
  readonly tenant?: string;
  readonly state?: ReservationState;
  readonly kind?: ReservationKind;
  readonly name?: string;
  readonly seriesId?: string;
  readonly labels: readonly LabelFilter[];
}

export const RESERVATIONS: ListTable = { name: 'reservations', key: 'id', type: 'uuid' };

/**
 * Names, tenants and zones have an index in the order of the list. Labels, providers, the states that follow from the
 * clock and windows have indexes of their own, used where they lead to few rows; where they lead to many, the walk
 * along the list meets them soon. A kind has none and is checked along the others.
 *
 * @param view the tenant to which the caller's view is limited
 */
export function reservationsWith(filter: ReservationListFilter, now: Instant, view?: string): Narrowing {
  return narrowing([
    ofTenant(view),
    along('t.name', filter.name),
    ofTenant(filter.tenant),
    filter.state === 'conflict' ? inConflict(filter, now) : undefined,
    inZone(filter.zoneId),
    labelled('reservations', filter.labels),
    ifGiven(filter.seriesId, ofSeries),
    ifGiven(filter.providerId, backedBy),
    ifGiven(filter.state, (state) => ({ where: inState(state, now) })),
    equal('t.kind', filter.kind),
    { where: inWindow(filter) },
    alive(filter, now),
  ]);
}

/** Live reservations of a northbound kind; with `tenant` only its own. One whose end has passed is not marked as ended. */
export function liveOfKind(kind: NorthboundKind, now: Instant, tenant?: string): Narrowing {
  const isLive = sqlWord('t.ended_at is null');
  const lastsLonger = sql`tstzrange(t.starts_at, t.ends_at) && tstzrange(${instant(now)}, null)`;
  return narrowing([
    ofTenant(tenant),
    { where: all([isLive, bound(UNTIL, '>', now), isOfKind(kind)]) },
    { among: ids(isLive, lastsLonger) },
  ]);
}

/** As `isOfKind` of a record has it. */
function isOfKind(kind: NorthboundKind): Sql {
  const kinds = kind === 'compute' ? ['compute', 'containers'] : [kind];
  const hasClass = sql`t.amounts ?| ${CLASSES_OF_KIND[kind]}::text[]`;
  // Custom classes count as compute.
  const builtIn = [...BUILT_IN_CLASSES.keys()];
  const hasKind =
    kind === 'compute' ? sql`(${hasClass} or t.amounts - ${builtIn}::text[] <> '{}')` : hasClass;
  return sql`(t.kind = any (${kinds}::text[]) or t.kind = 'mixed' and ${hasKind})`;
}

/** When a reservation that is not ended before ceases to be live. The expiry of a waiting one ends its wait. */
const UNTIL = `least(t.ends_at, t.held_until, t.wait_until, case t.status when 'waiting' then t.expires_at end)`;

/** As `stateOf` has it. */
function inState(state: ReservationState, now: Instant): Sql {
  const until = sqlWord(UNTIL);
  const isOver = sql`${until} <= ${instant(now)}`;
  const isAhead = sql`${until} > ${instant(now)}`;
  const states: Readonly<Record<ReservationState, Sql>> = {
    held: sql`t.status = 'admitted' and ${isAhead} and t.held_until is not null`,
    initialized: sql`t.status = 'admitted' and ${isAhead} and t.held_until is null and t.starts_at > ${instant(now)}`,
    active: sql`t.status = 'admitted' and ${isAhead} and t.held_until is null and t.starts_at <= ${instant(now)}`,
    waiting: sql`t.status = 'waiting' and ${isAhead}`,
    conflict: sql`t.status = 'conflict' and ${isAhead}`,
    terminated: sqlWord(`t.status = 'terminated'`),
    expired: sql`(t.status = 'lapsed' or t.status in ('admitted', 'waiting', 'conflict') and ${isOver})`,
  };
  return states[state];
}

function inConflict({ zoneId }: ReservationListFilter, now: Instant): Criterion {
  const inZone = zoneId === undefined ? sqlWord('true') : sql`t.zone_id = ${zoneId}::text`;
  return {
    along: { part: sqlWord(`t.status || '' = 'conflict'`) },
    among: sql`
select t.id as key from reservations t
 where t.status = 'conflict' and t.ends_at > ${instant(now)} and ${inZone}`,
  };
}

function ofSeries(seriesId: string): Criterion {
  return byIndex('reservations', sql`t.series_id = ${seriesId}::uuid`);
}

function backedBy(providerId: string): Criterion {
  return {
    ...inZoneOf(providerId),
    where: sql`
exists (select from claims c
         where c.zone_id = t.zone_id and c.reservation_id = t.id and c.provider_id = ${providerId}::uuid offset 0)`,
    among: sql`select c.reservation_id as key from claims c where c.provider_id = ${providerId}::uuid`,
  };
}

/** An ended reservation was in force until then, if it had begun. */
function inWindow({ from, to }: ListWindow): Sql | undefined {
  if (from === undefined && to === undefined) return undefined;
  return all([
    sqlWord(`(t.ended_at is null or t.ended_at > t.starts_at)`),
    bound('least(t.ended_at, t.ends_at)', '>', from),
    bound('t.starts_at', '<', to),
  ]);
}

/**
 * Reservations that are initialized or active by the clock, and those in force in the window, by the indexes of live
 * and of ended ones.
 */
function alive(filter: ReservationListFilter, now: Instant): Criterion | undefined {
  const { state, from, zoneId } = filter;
  const times = timesOf(filter, now);
  const zone = zoneId === undefined ? undefined : zoneIs(zoneId);
  // By the index of held ones.
  if (state === 'held') {
    return { among: ids(sqlWord('t.held_until is not null'), sqlWord('t.ended_at is null'), zone) };
  }
  if (state === 'waiting') return { among: ids(sqlWord(`t.status = 'waiting'`), zone) };
  if (times.length === 0) return undefined;
  const live = ids(sqlWord('t.ended_at is null'), zone, ...times);
  if (state === 'initialized' || state === 'active' || state === 'conflict') return { among: live };
  // No index leads to ended ones by an upper bound alone, because their number always grows.
  if (from === undefined) return undefined;
  const ended = sql`
select t.id as key from reservations t
 where t.ended_at is not null and ${zoneIs(zoneId)} and t.ended_at > ${instant(from)}`;
  return { among: state === 'terminated' ? ended : sql`${live} union all ${ended}` };
}

function ids(...conditions: readonly (Sql | undefined)[]): Sql {
  return sql`select t.id as key from reservations t where ${all(conditions)}`;
}

/** Conditions that the index of live reservations' windows answers. */
function timesOf({ state, from, to }: ReservationListFilter, now: Instant): Sql[] {
  const window = sqlWord('tstzrange(t.starts_at, t.ends_at)');
  const edge = (at: Instant | undefined): Sql => (at === undefined ? sqlWord('null') : instant(at));
  return [
    ...(state === 'initialized' ? [sql`${window} >> tstzrange(null, ${instant(now)}, '[]')`] : []),
    ...(state === 'active' ? [sql`${window} @> ${instant(now)}`] : []),
    ...(from === undefined && to === undefined
      ? []
      : [sql`${window} && tstzrange(${edge(from)}, ${edge(to)})`]),
  ];
}
