import { formatInstant, formatOptional } from '../../kernel/time-window.js';
import type { Figures } from '../../allocation/fold/capacity-timelines.js';
import type { CapacityAnswer } from '../capacity-answer.js';
import { pageOf, type Page } from '../../http/wire/paging.js';
import { formatReference } from '../../kernel/identifiers.js';
import { MAX_TIMELINE_ROWS, type FigureRow, type FigureTimeline } from '../figure-timeline.js';
import type { CollectionAnswer } from '../collection-query.service.js';
import type { WindowedCollection } from '../collections-in-window.repository.js';
import type { FigureName } from '../figures.js';
import { MAX_UTILIZATION_ROWS } from '../utilization.js';
import type { CapacityQuestion } from './northbound.dto.js';
import { cursorKey, type PagedFilter } from './operations.dto.js';
import {
  Always,
  Amounts,
  Collections,
  Described,
  Ids,
  OPTIONAL,
  Part,
  Parts,
  Time,
  Whole,
  Word,
} from '../../openapi/members.js';
import { CapacityInformation } from '../../openapi/answer-parts.js';

class ZoneCapacity {
  @Word('A zone.', OPTIONAL) zoneId?: string;
  @Part(CapacityInformation, undefined, OPTIONAL) capacityInformation?: object;
}

class TimelineRow {
  @Time('Start.') startTime!: string;
  @Part(CapacityInformation) capacityInformation!: object;
  @Time('With `resolution`: the worst instant of the part, whose figures these are.', OPTIONAL)
  worstTime?: string;
}

/**
 * Group B's answer. The breakdown per zone, bounded by `limit`, and the time line are additions; what is left out of
 * either is told by a member of its own.
 */
@Described({ name: 'CapacityAnswer' })
export class CapacityAnswerBody {
  @Word('The zone of the query.', OPTIONAL) zoneId?: string;
  @Time('When the figures last changed, by a request or because a window began or ended.')
  lastUpdate!: string;
  @Part(CapacityInformation) capacityInformation!: object;
  @Parts(
    ZoneCapacity,
    'The same per zone, at most `limit` of them. Each has its own worst instant, so over a period they need not add up to ' +
      'the figures of all.',
  )
  zones!: ZoneCapacity[];
  @Whole('How many zones are not among `zones`; absent where all are.', OPTIONAL) zonesOmitted?: number;

  @Parts(
    TimelineRow,
    'With `showTimeline`: a row at the start of the period and one per instant at which one of the selected ' +
      'figures changes, for all zones of the query together.',
    { maxItems: MAX_TIMELINE_ROWS, ...OPTIONAL },
  )
  timeline?: TimelineRow[];

  @Time(
    'Time at which the time line is cut because it has too many rows; absent if it is complete. To continue, ' +
      'repeat the query with this as `timePeriod.startTime`.',
    OPTIONAL,
  )
  timelineOmittedFrom?: string;
}

class UtilizationRow {
  @Time('Start.') timestamp!: string;
  @Whole('How many of the collections are in force.') count!: number;
  @Amounts('The figure.') capacity!: object;
}

class CollectionsAnswer {
  @Always('ok') result!: string;

  @Word('The `cursor` of the next page; absent on the last one.', OPTIONAL)
  'next-cursor'?: string;

  @Parts(
    UtilizationRow,
    'One row per instant at which something changes, the first at the start of the window; empty when not wanted. The ' +
      'figures are of all collections that match, however few of them are listed.',
    { maxItems: MAX_UTILIZATION_ROWS },
  )
  utilization!: UtilizationRow[];

  @Time(
    'Time at which `utilization` is cut because it has too many rows; absent if it is complete. To continue, ' +
      'repeat the query with this as `window.start`.',
    OPTIONAL,
  )
  'utilization-omitted-from'?: string;
}

export class CollectionsFound extends CollectionsAnswer {
  @Collections('The collections that match.') collections!: readonly string[];
}

export class ReservationsFound extends CollectionsAnswer {
  @Ids('A reservation.', 'The reservations that match.') reservations!: readonly string[];
}

export function capacityAnswer(
  asked: CapacityQuestion,
  { figures, lastUpdate, zones, timeline }: CapacityAnswer,
): CapacityAnswerBody {
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
function timelineRows({ rows }: FigureTimeline, names: readonly FigureName[]): TimelineRow[] {
  const isNews = ({ figures, isNew = false }: FigureRow, index: number): boolean =>
    index === 0 ||
    (isNew && names.includes('available')) ||
    names.some((name) => figures[name] !== rows[index - 1].figures[name]);
  return rows.filter(isNews).map(({ at, figures, worstAt }) => ({
    startTime: formatInstant(at),
    capacityInformation: selected(figures, names),
    worstTime: formatOptional(worstAt),
  }));
}

function selected(figures: Figures, names: readonly FigureName[]): object {
  return Object.fromEntries(names.map((name) => [name, figures[name]]));
}

/** Group A's answer to query-capacity: `<Kind>:<id>` of what matches. */
export function collectionsAnswer(answer: CollectionAnswer, asked: PagedFilter): CollectionsFound {
  const { items, next } = listed(answer, asked, ({ kind, id }) => formatReference(kind, id));
  return {
    result: 'ok',
    collections: items,
    'next-cursor': next,
    ...figuresOf(answer),
  };
}

/** Group A's answer to query-reservation: bare ids. */
export function reservationsAnswer(answer: CollectionAnswer, asked: PagedFilter): ReservationsFound {
  const { items, next } = listed(answer, asked, ({ id }) => id);
  return {
    result: 'ok',
    reservations: items,
    'next-cursor': next,
    ...figuresOf(answer),
  };
}

function listed(
  { collections }: CollectionAnswer,
  { page }: PagedFilter,
  toWire: (collection: WindowedCollection) => string,
): Page<string> {
  return pageOf(collections, page, cursorKey, toWire);
}

function figuresOf({ utilization: { rows, omittedFrom } }: CollectionAnswer) {
  return {
    utilization: rows.map(({ at, count, capacity }) => ({ timestamp: formatInstant(at), count, capacity })),
    'utilization-omitted-from': formatOptional(omittedFrom),
  };
}
