import { formatInstant } from '../../kernel/time-window.js';
import type { ZoneOverview } from '../zone.js';

export function zoneDetails(zone: ZoneOverview): object {
  return {
    zone: zone.zoneId,
    providers: zone.providers,
    createdAt: formatInstant(zone.createdAt),
    changedAt: formatInstant(zone.changedAt),
  };
}
