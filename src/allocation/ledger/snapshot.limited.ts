import { timestamp } from '../../database/columns.js';
import type { Backing } from '../admission/needs.js';

/** Parts of the snapshot for reservations of which a zone may have very many: their number and bytes are limited. */

/** Adds a value to the statement, and gives its place. */
export type Bind = (value: unknown, type: string) => string;

/** Maximum waiting reservations read. Later ones are tried when those before them have been admitted or ended. */
export const MAX_WAITING = 20_000;

/** Maximum reservations in conflict read. While there are more, waiting ones are not tried: those in conflict come first. */
export const MAX_IN_CONFLICT = 20_000;

/**
 * Maximum bytes of the waiting ones, as stored. PostgreSQL compresses 87 to 1 at most. How much may wait is
 * limited as well, by the bytes before compression.
 */
export const MAX_BULK = 2 * 1024 * 1024;

/** Maximum bytes of those in conflict, which may all be admitted again in one append. */
export const MAX_BYTES_IN_CONFLICT = 24 * 1024 * 1024;

/**
 * Maximum bytes of the reservations that a loss of capacity may displace. A process needs some 13 times as much for them, because
 * the append contains each three times.
 */
const MAX_BYTES_BACKED = 24 * 1024 * 1024;

/** Maximum bytes of the reservations whose hold ends in one batch. The next batches end the others. */
const MAX_BYTES_ENDED = 8 * 1024 * 1024;

/** Maximum reservations whose hold ends in one batch. */
const MAX_ENDED = 10_000;

/** Maximum bytes per reservation, on average, while only a few are read. */
const BYTES_PER_BACKED = 4_096;

/** Live reservations of a zone that are looked up in the claims one by one, however few claims a provider has. */
const FEW_LIVE = 2_000;

/** Claims of a provider from which on they are not read all. */
const MANY_CLAIMS = 50_000;

/**
 * Reservations `r` that a provider backs at some time from an instant on. A provider's claims are kept after the end of their
 * reservations, for ever. So where they are many, or few reservations are live, the live ones of the zone are found by their windows,
 * and looked up in the claims. Elsewhere many others may be live in the zone.
 */
export function liveAndBacked(providerId: string, from: string, until = `'infinity'`): string {
  const isLive = (r: string): string => `${r}.ended_at is null
                    and tstzrange(${r}.starts_at, ${r}.ends_at) && tstzrange(${from}, greatest(${from}, ${until}))`;
  const live = `from reservations l where l.zone_id = $1 and ${isLive('l')}`;
  const claims = `from claims where zone_id = $1 and provider_id = ${providerId}`;
  const areMany = `exists (select ${claims} offset ${MANY_CLAIMS})`;
  const byWindow = `(not exists (select ${live} offset ${FEW_LIVE}) or ${areMany})`;
  return `(select r.*
           from (select * ${live} offset 0) r
          cross join lateral (select ${claims} and reservation_id = r.id offset 0) c
          where ${byWindow}
         union all
         select r.*
           from (select * ${claims} offset 0) c
          cross join lateral (select * from reservations where zone_id = $1 and id = c.reservation_id offset 0) r
          where not ${byWindow} and ${isLive('r')}) r`;
}

/** Bytes of what may be long in a reservation, as text. */
export const BYTES_OF_LONG = `octet_length(coalesce(r.containers::text, '')) + octet_length(coalesce(r.labels::text, ''))
                      + octet_length(r.elements::text) + octet_length(r.addresses::text)`;

/** The same with the rest of the row. */
const BYTES = `400 + ${BYTES_OF_LONG}`;

/**
 * See `Needs.backedBy`. Those of a provider are sorted, because no index has them in this order. The last one read is the one that
 * exceeds the bytes. PostgreSQL computes the rows of `latest` as they are read, so it measures no older ones.
 */
export function backed(all: readonly Backing[], bind: Bind, now: string): string {
  const list = (pick: (backing: Backing) => unknown, type: string): string => bind(all.map(pick), type);
  const providers = list(({ providerId }) => providerId, 'uuid[]');
  const starts = list(({ window }) => timestamp(window.start), 'timestamptz[]');
  const ends = list(({ window }) => timestamp(window.end), 'timestamptz[]');
  const limits = list(({ most }) => most, 'integer[]');
  const bytes = list(({ most }) => Math.min(most * BYTES_PER_BACKED, MAX_BYTES_BACKED), 'integer[]');
  return `backed as (
  select backing.place, backing.most, backing.most_bytes, found.id, found.created_at, found.bytes
    from unnest(${providers}, ${starts}, ${ends}, ${limits}, ${bytes}) with ordinality
         as backing(provider_id, starts_at, ends_at, most, most_bytes, place)
   cross join lateral (
     with latest as (
       select r.id, r.created_at, row_number() over latest_first as number, sum(${BYTES}) over latest_first as bytes
         from (select r.id, r.created_at, r.containers, r.labels, r.elements, r.addresses
                 from ${liveAndBacked('backing.provider_id', `greatest(backing.starts_at, ${now})`, 'backing.ends_at')}
                where r.status = 'admitted'
                order by r.created_at desc, r.id desc
                limit backing.most) r
       window latest_first as (order by r.created_at desc, r.id desc rows unbounded preceding))
     select * from latest limit (select number from latest where bytes > backing.most_bytes limit 1)) found)`;
}

/**
 * Reservations whose hold is over by the zone's time, which may be later than the clock of this process. The last one is
 * the one that exceeds the bytes; as in `backed`, no later ones are measured.
 */
export function overdue(now: string): string {
  return `overdue as (
  with first as (
    select r.id, row_number() over earliest_first as number, sum(${BYTES}) over earliest_first as bytes
      from (select r.id, r.held_until, r.containers, r.labels, r.elements, r.addresses
              from reservations r, zones z
             where z.zone_id = $1 and r.zone_id = $1 and r.ended_at is null
               and r.held_until <= greatest(z.changed_at, ${now})
             order by r.held_until, r.id
             limit ${MAX_ENDED}) r
    window earliest_first as (order by r.held_until, r.id rows unbounded preceding))
  select id from first limit (select number from first where bytes > ${MAX_BYTES_ENDED} limit 1))`;
}

/** The oldest of those of which there may be more. */
export const CUT_AT = `(select coalesce(json_agg(to_json(b)), '[]')
          from (select place, (array_agg(id order by created_at, id))[1] as oldest
                  from backed group by place, most, most_bytes
                having count(*) = most or max(bytes) > most_bytes) b) as cut_at`;

/** Bytes of what may be long in a reservation, as stored. */
export const BYTES_STORED = `coalesce(pg_column_size(r.containers), 0) + coalesce(pg_column_size(r.labels), 0)
                  + pg_column_size(r.elements)`;

/** Columns of the oldest reservations that meet a condition, and the bytes of all up to each (`bulk`). */
export function oldest(
  name: string,
  columns: string,
  condition: string,
  limit: number,
  bytes: string,
): string {
  return `${name} as (
  select ${columns}, sum(${bytes}) over (order by r.created_at, r.id) as bulk
    from (select * from reservations
           where zone_id = $1 and ${condition}
           order by created_at, id
           limit ${limit}) r)`;
}

/** Whether all that meet the condition are read: neither limit was reached. */
export function areAll(name: string, limit: number, bulk: number): string {
  return `(select count(*) < ${limit} and coalesce(max(bulk), 0) <= ${bulk} from ${name})`;
}
