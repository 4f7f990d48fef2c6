import { Injectable } from '@nestjs/common';
import { zonesRead } from '../database/across-zones.js';
import { Clock } from '../kernel/clock.js';
import { DatabaseFigures } from './database-figures.js';
import { ageAt, gauge, type Family, type MetricSource } from './metric-source.js';

/**
 * The first entry behind each watermark: its age grows when no process evaluates the scope. `offset 0` makes PostgreSQL look up
 * each entry by index: without statistics it would read the whole ledger. The heads of the whole service, one of each zone, are
 * uncompressed once: `|| '{}'` keeps them so.
 */
export const OLDEST_UNTOLD = zonesRead('oldest-untold', 0, ({ isCluster, inReach }) =>
  isCluster
    ? `
select 'capacity' as of, extract(epoch from min(e.recorded_at))::float8 as recorded
  from (select z.zone_id, coalesce((w.heads ->> z.zone_id)::bigint, 0) as head
          from zones z
          join (select scope, heads from capacity_watermarks offset 0) w
            on w.scope in ('', z.zone_id)${inReach('z.zone_id')} offset 0) w
  join ledger_entries e on e.zone_id = w.zone_id and e.sequence = w.head + 1${inReach('e.zone_id')}
union all
select 'reservations', extract(epoch from min(e.recorded_at))::float8
  from reservation_watermarks w
  join ledger_entries e on e.zone_id = w.zone_id and e.sequence = w.sequence + 1
 where exists (select 1 from subscriptions where kind = 'reservation')${inReach('w.zone_id')}${inReach('e.zone_id')}`
    : `
with whole as materialized (select heads || '{}' as heads from capacity_watermarks where scope = ''),
told as (
  select z.zone_id, z.head, coalesce((w.heads ->> z.zone_id)::bigint, 0) as sequence
    from zones z
    join capacity_watermarks w on w.scope = z.zone_id
   union all
  select z.zone_id, z.head, coalesce((w.heads ->> z.zone_id)::bigint, 0)
    from whole w
   cross join zones z)
select 'capacity' as of, extract(epoch from min(e.recorded_at))::float8 as recorded
  from told t
  cross join lateral (select recorded_at from ledger_entries
                      where zone_id = t.zone_id and sequence = t.sequence + 1 offset 0) e
 where t.head > t.sequence
union all
select 'reservations', extract(epoch from min(e.recorded_at))::float8
  from reservation_watermarks w
  cross join lateral (select recorded_at from ledger_entries
                      where zone_id = w.zone_id and sequence = w.sequence + 1 offset 0) e
 where exists (select from subscriptions where kind = 'reservation')`,
);

interface UntoldRow {
  readonly of: 'capacity' | 'reservations';
  /** Null: everything is told. */
  readonly recorded: number | null;
}

/** Lag of subscriptions behind the ledger. */
@Injectable()
export class TellingMetrics implements MetricSource {
  private readonly oldest: () => readonly UntoldRow[];

  constructor(
    database: DatabaseFigures,
    private readonly clock: Clock,
  ) {
    this.oldest = database.keepZoneRows<UntoldRow>(OLDEST_UNTOLD);
  }

  families(): readonly Family[] {
    return [
      gauge('telling_lag_seconds', 'Age of the oldest commit that subscribers are not told of yet.', () =>
        this.oldest().map(({ of, recorded }) => ({
          labels: { of },
          value: ageAt(this.clock.now(), recorded),
        })),
      ),
    ];
  }
}
