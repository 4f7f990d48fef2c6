import { formatInstant } from '../../kernel/time-window.js';
import type { Figures } from '../../allocation/capacity-timelines.js';
import type { CapacityAnswer } from '../capacity.service.js';
import type { CollectionAnswer } from '../collection-query.service.js';
import { formatReference } from '../../kernel/identifiers.js';
import type { CapacityQuestion, FigureName } from './northbound.dto.js';

/** Group B's answer; the breakdown per zone is an addition, bounded by `limit`. */
export function capacityAnswer(
  asked: CapacityQuestion,
  { figures, lastUpdate, zones }: CapacityAnswer,
): object {
  return {
    zoneId: asked.zoneId,
    lastUpdate: formatInstant(lastUpdate),
    capacityInformation: selected(figures, asked.figures),
    zones: zones.slice(0, asked.limit).map((zone) => ({
      zoneId: zone.zoneId,
      capacityInformation: selected(zone.figures, asked.figures),
    })),
  };
}

function selected(figures: Figures, names: readonly FigureName[]): object {
  return Object.fromEntries(names.map((name) => [name, figures[name]]));
}

/** Group A's answer to query-capacity: `<Kind>:<id>` of what matches. */
export function collectionsAnswer({ collections, utilization }: CollectionAnswer): object {
  return {
    result: 'ok',
    collections: collections.map(({ kind, id }) => formatReference(kind, id)),
    utilization: utilizationRows(utilization),
  };
}

/** Group A's answer to query-reservation: bare ids. */
export function reservationsAnswer({ collections, utilization }: CollectionAnswer): object {
  return {
    result: 'ok',
    reservations: collections.map(({ id }) => id),
    utilization: utilizationRows(utilization),
  };
}

function utilizationRows(rows: CollectionAnswer['utilization']): object[] {
  return rows.map(({ at, count, capacity }) => ({ timestamp: formatInstant(at), count, capacity }));
}
