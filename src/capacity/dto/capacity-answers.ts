import { formatInstant } from '../../kernel/time-window.js';
import type { Figures } from '../../allocation/capacity-timelines.js';
import type { CapacityAnswer } from '../capacity.service.js';
import { pageOf, type Page } from '../../http/paging.js';
import { formatReference } from '../../kernel/identifiers.js';
import type { CollectionAnswer } from '../collection-query.service.js';
import type { WindowedCollection } from '../collections-in-window.repository.js';
import type { CapacityQuestion, FigureName } from './northbound.dto.js';
import { cursorKey, type PagedFilter } from './operations.dto.js';

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
export function collectionsAnswer(answer: CollectionAnswer, asked: PagedFilter): object {
  const { items, next } = listed(answer, asked, ({ kind, id }) => formatReference(kind, id));
  return {
    result: 'ok',
    collections: items,
    'next-cursor': next,
    utilization: utilizationRows(answer.utilization),
  };
}

/** Group A's answer to query-reservation: bare ids. */
export function reservationsAnswer(answer: CollectionAnswer, asked: PagedFilter): object {
  const { items, next } = listed(answer, asked, ({ id }) => id);
  return {
    result: 'ok',
    reservations: items,
    'next-cursor': next,
    utilization: utilizationRows(answer.utilization),
  };
}

/** The whole list, or the page that was asked for. */
function listed(
  { collections }: CollectionAnswer,
  { page }: PagedFilter,
  toWire: (collection: WindowedCollection) => string,
): Page<string> {
  return page ? pageOf(collections, page, cursorKey, toWire) : { items: collections.map(toWire) };
}

function utilizationRows(rows: CollectionAnswer['utilization']): object[] {
  return rows.map(({ at, count, capacity }) => ({ timestamp: formatInstant(at), count, capacity }));
}
