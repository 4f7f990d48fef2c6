import { tenantScope, type Principal } from '../../kernel/principal.js';
import { Described, OneOf, OPTIONAL, pageSchemaOf, Time, Whole, Word } from '../../openapi/members.js';
import { formatInstant } from '../../kernel/time-window.js';
import type { ZoneOverview } from '../zone-overviews.repository.js';
import type { ZoneRange } from '../zone-addresses.repository.js';

export class Zone {
  @Word('Its name.') zone!: string;

  @Whole(
    'How many providers serve it; those that are retired do not. Consumers do not see it, nor `createdAt`.',
    OPTIONAL,
  )
  providers?: number;

  @Time('When its first provider was registered.', OPTIONAL) createdAt?: string;
  @Time('When its figures last changed.') changedAt!: string;
}

export const ZonePage = pageSchemaOf(Zone);

/** A range that the public addresses of a zone are given from. */
@Described({ name: 'ZoneRange' })
export class ZoneRangeAnswer {
  @Word('An IPv4 network.') range!: string;

  @OneOf(['named', 'configured'], 'Whether it was named for the zone, or taken from the configured ranges.')
  origin!: string;

  @Whole('How many addresses it has for reservations.') addresses!: number;
  @Whole('How many of them no reservation holds now.') freeNow!: number;
  @Whole('How many of them no reservation holds now or later.') freeFromNowOn!: number;
  @Time('When the zone was given it.') createdAt!: string;
}

export const ZoneRangePage = pageSchemaOf(ZoneRangeAnswer, 'ZoneRangePage');

/** Zones belong to operators; a consumer chooses one by its name, and polls `changedAt`, which `lastUpdate` of a query tells it as well. */
export function zoneDetails(zone: ZoneOverview, caller: Principal): Zone {
  const shared = { zone: zone.zoneId, changedAt: formatInstant(zone.changedAt) };
  if (tenantScope(caller) !== undefined) return shared;
  return { ...shared, providers: zone.providers, createdAt: formatInstant(zone.createdAt) };
}

export function rangeDetails({ createdAt, ...range }: ZoneRange): ZoneRangeAnswer {
  return { ...range, createdAt: formatInstant(createdAt) };
}
