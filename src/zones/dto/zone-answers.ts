import { formatInstant } from '../../kernel/time-window.js';
import type { ZoneOverview } from '../zone.js';
import type { ZoneRange } from '../zone-addresses.js';

export function zoneDetails(zone: ZoneOverview): object {
  return {
    zone: zone.zoneId,
    providers: zone.providers,
    createdAt: formatInstant(zone.createdAt),
    changedAt: formatInstant(zone.changedAt),
  };
}

export function rangeDetails({ createdAt, ...range }: ZoneRange): object {
  return { ...range, createdAt: formatInstant(createdAt) };
}
