import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { Figures } from '../../allocation/capacity-timelines.js';
import type { CapacityAnswer } from '../capacity.service.js';
import { pageOf, type Page } from '../../http/paging.js';
import { formatReference } from '../../kernel/identifiers.js';
import type { FigureRow, FigureTimeline } from '../figure-timeline.js';
import type { CollectionAnswer } from '../collection-query.service.js';
import type { WindowedCollection } from '../collections-in-window.repository.js';
import type { CapacityQuestion, FigureName } from './northbound.dto.js';
import { cursorKey, type PagedFilter } from './operations.dto.js';

/**
 * Group B's answer. The breakdown per zone, bounded by `limit`, and the time line are additions; what is left out of
 * either is told by a member of its own.
 */
export function capacityAnswer(
  asked: CapacityQuestion,
  { figures, lastUpdate, zones, timeline }: CapacityAnswer,
): object {
  const omitted = zones.length - asked.limit;
  return {
    zoneId: asked.zoneId,
    lastUpdate: formatInstant(lastUpdate),
    capacityInformation: selected(figures, asked.figures),
    zones: zones.slice(0, asked.limit).map((zone) => ({
      zoneId: zone.zoneId,
      capacityInformation: selected(zone.figures, asked.figures),
    })),
    zonesOmitted: omitted > 0 ? omitted : undefined,
    timeline: timeline && timelineRows(timeline, asked.figures),
    timelineOmittedFrom: formatOptional(timeline?.omittedFrom),
  };
}

/** A row per instant at which one of the selected figures changes, or what is available is of other addresses. */
function timelineRows({ rows }: FigureTimeline, names: readonly FigureName[]): object[] {
  const isNews = ({ figures, isNew = false }: FigureRow, index: number): boolean =>
    index === 0 ||
    (isNew && names.includes('available')) ||
    names.some((name) => figures[name] !== rows[index - 1].figures[name]);
  return rows.filter(isNews).map(({ at, figures }) => ({
    startTime: formatInstant(at),
    capacityInformation: selected(figures, names),
  }));
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
