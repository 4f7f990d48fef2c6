import { Injectable } from '@nestjs/common';
import { ZonesRepository } from '../allocation/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import {
  CollectionsInWindowRepository,
  type CollectionSet,
  type FindOptions,
  type PlaceInZone,
  type Scope,
  type WindowedCollection,
} from './collections-in-window.repository.js';
import { Selection, type SelectionTexts } from './selection.js';
import { Utilization, type Metric, type UtilizationRow } from './utilization.js';
import { ZoneUtilization } from './zone-utilization.service.js';

/** A place in the order of all collections: by zone, then by kind and id. */
export interface Place extends PlaceInZone {
  readonly zoneId: string;
}

/** Part of a list: what comes after a place, `rows` at most. */
export interface CollectionPage {
  readonly rows: number;
  readonly after?: Place;
}

export interface CollectionFilter extends SelectionTexts {
  readonly metric: Metric;
  readonly zoneId?: string;
  readonly showUtilization: boolean;
  /** Without a start: what is in force now or later. */
  readonly window: { readonly start?: Instant; readonly end: Instant };
  readonly scope: Scope;
  /** Absent: everything is listed. */
  readonly page?: CollectionPage;
}

export interface CollectionAnswer {
  readonly collections: readonly WindowedCollection[];
  /** Of all collections that match, however few of them are listed. */
  readonly utilization: readonly UtilizationRow[];
}

/** A filter whose references are read and whose window has a start. */
interface CollectionQuestion extends Omit<CollectionFilter, keyof SelectionTexts> {
  readonly window: TimeWindow;
  readonly selection: Selection;
  readonly zoneIds: readonly string[];
  readonly options: FindOptions;
}

const SETS: Readonly<Record<Metric, readonly CollectionSet[]>> = {
  total: ['pools'],
  reserved: ['reservations'],
  usage: ['instances'],
  available: ['pools', 'reservations', 'free-instances'],
};

/** Rows that are read at a time while a page is filled of which some may not match. */
const CHUNK = 1_000;

/** How often a zone is looked at while it is given capacity, for figures and addresses of one head. */
const MAX_TRIES = 5;

/** Group A's two queries: which collections match, and how the metric goes over the window (semantics §7). */
@Injectable()
export class CollectionQueryService {
  constructor(
    private readonly zones: ZonesRepository,
    private readonly repository: CollectionsInWindowRepository,
    private readonly zoneUtilization: ZoneUtilization,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unknown-zone`, `invalid-request` */
  async query(filter: CollectionFilter): Promise<CollectionAnswer> {
    const { page, showUtilization } = filter;
    const selection = new Selection(filter);
    const zoneIds =
      filter.zoneId === undefined
        ? await this.zones.all()
        : [await this.zones.require(filter.zoneId, 'zone')];
    const options = {
      whollyFrom: filter.scope === 'exclusive' ? (filter.window.start ?? 0) : undefined,
      withProviders: selection.mayLeaveOutProviders,
    };
    const question = { ...filter, window: this.windowOf(filter), selection, zoneIds, options };
    if (page?.after && !zoneIds.includes(page.after.zoneId)) {
      throw DomainError.invalidField(['cursor'], 'must come from an earlier answer to the same query');
    }
    if (showUtilization) return this.withUtilization(question);
    return {
      collections: page ? await this.page(question, page) : await this.all(question),
      utilization: [],
    };
  }

  /** A query that names no start is not about the past, unless the end lies there. */
  private windowOf({ window: { start, end } }: CollectionFilter): TimeWindow {
    const now = this.clock.now();
    return { start: start ?? (end > now ? now : 0), end };
  }

  private async withUtilization(question: CollectionQuestion): Promise<CollectionAnswer> {
    const { metric, window, page, zoneIds } = question;
    const utilization = new Utilization(metric, window);
    const collections: WindowedCollection[] = [];
    for (const zoneId of zoneIds) {
      for (const collection of await this.addZone(utilization, question, zoneId)) {
        collections.push(collection);
      }
    }
    await this.zoneUtilization.shareAddresses(utilization);
    const listed = page ? pageOf(collections, page, zoneIds) : collections;
    return { collections: listed, utilization: utilization.rows() };
  }

  /** Adds a zone's figures, and gives its collections as of the same head. */
  private async addZone(
    utilization: Utilization,
    question: CollectionQuestion,
    zoneId: string,
  ): Promise<readonly WindowedCollection[]> {
    for (let tries = 1; ; tries += 1) {
      const { head, matching } = await this.inZone(question, zoneId);
      const zone = { zoneId, head, matching };
      const isLastTry = tries === MAX_TRIES;
      if (await this.zoneUtilization.addTo(utilization, zone, question, isLastTry)) return matching;
    }
  }

  private async all(question: CollectionQuestion): Promise<WindowedCollection[]> {
    const collections: WindowedCollection[] = [];
    for (const zoneId of question.zoneIds) {
      for (const collection of (await this.inZone(question, zoneId)).matching) collections.push(collection);
    }
    return collections;
  }

  private async inZone({ metric, window, selection, options }: CollectionQuestion, zoneId: string) {
    const { head, found } = await this.repository.find(zoneId, SETS[metric], window, options);
    return { head, matching: found.filter((collection) => selection.selects(collection)) };
  }

  /** Where no figures are wanted, a page reads hardly more rows than it holds. */
  private async page(question: CollectionQuestion, page: CollectionPage): Promise<WindowedCollection[]> {
    const { metric, window, selection, zoneIds, options } = question;
    const rows = selection.isEverything ? page.rows : Math.max(page.rows, CHUNK);
    const collections: WindowedCollection[] = [];
    for (const zoneId of zoneIds.slice(page.after ? zoneIds.indexOf(page.after.zoneId) : 0)) {
      let after = page.after?.zoneId === zoneId ? page.after : undefined;
      for (let isMore = true; isMore && collections.length < page.rows;) {
        const { found } = await this.repository.find(zoneId, SETS[metric], window, {
          ...options,
          after,
          rows,
        });
        collections.push(...found.filter((collection) => selection.selects(collection)));
        after = found.at(-1);
        isMore = found.length === rows;
      }
    }
    return collections.slice(0, page.rows);
  }
}

function pageOf(
  collections: readonly WindowedCollection[],
  { rows, after }: CollectionPage,
  zoneIds: readonly string[],
): WindowedCollection[] {
  if (!after) return collections.slice(0, rows);
  const earlier = new Set(zoneIds.slice(0, zoneIds.indexOf(after.zoneId)));
  const isLater = ({ zoneId, kind, id }: WindowedCollection): boolean =>
    zoneId === after.zoneId
      ? kind > after.kind || (kind === after.kind && id > after.id)
      : !earlier.has(zoneId);
  return collections.filter(isLater).slice(0, rows);
}
