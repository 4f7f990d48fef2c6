import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { DomainError } from '../kernel/domain-error.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import {
  CollectionsInWindowRepository,
  type CollectionSet,
  type FindOptions,
  type Found,
  type PlaceInZone,
  type WindowScope,
  type WindowedCollection,
} from './collections-in-window.repository.js';
import { Selection, type SelectionTexts } from './selection.js';
import { Matching } from './matching.js';
import { Utilization, type Metric, type UtilizationRows } from './utilization.js';
import { isOfSome, ZoneUtilization } from './zone-utilization.service.js';

/** A place in the order of all collections: by zone, then by kind and id. */
export interface Place extends PlaceInZone {
  readonly zoneId: string;
}

/** Part of a list: at most `rows` collections after a place. */
export interface CollectionPage {
  readonly rows: number;
  readonly after?: Place;
}

export interface CollectionFilter extends SelectionTexts {
  readonly metric: Metric;
  readonly zoneId?: string;
  readonly showUtilization: boolean;
  /** Without a start: collections in force now or later. */
  readonly window: { readonly start?: Instant; readonly end: Instant };
  readonly scope: WindowScope;
  readonly page: CollectionPage;
}

export interface CollectionAnswer {
  readonly collections: readonly WindowedCollection[];
  /** Of all matching collections, also of those not listed. */
  readonly utilization: UtilizationRows;
}

/** A filter with parsed references and a start. */
interface CollectionQuestion extends Omit<CollectionFilter, keyof SelectionTexts> {
  readonly window: TimeWindow;
  /** False for a query about all of the past. */
  readonly hasStart: boolean;
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

/** Collections per read; of those with their elements fewer, because each may have a thousand. */
const CHUNK = 1_000;
export const CHUNK_WITH_ELEMENTS = 200;

/** Attempts to read figures and addresses of a zone at the same head while its capacity is being changed. */
const MAX_TRIES = 5;

/** Group A's two queries: the matching collections, and the metric over the window (semantics §7). */
@Injectable()
export class CollectionQueryService {
  constructor(
    private readonly zones: ZonesRepository,
    private readonly repository: CollectionsInWindowRepository,
    private readonly zoneUtilization: ZoneUtilization,
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
    private readonly work: HeavyWork,
  ) {}

  /** @throws DomainError `unknown-zone`, `invalid-request` */
  async query(caller: Principal, filter: CollectionFilter): Promise<CollectionAnswer> {
    const { page, showUtilization } = filter;
    const view = tenantScope(caller);
    const selection = await this.visible(new Selection(filter), view);
    const zoneIds =
      filter.zoneId === undefined
        ? await this.zones.all()
        : [await this.zones.require(filter.zoneId, 'zone')];
    const options = {
      whollyFrom: filter.scope === 'exclusive' ? (filter.window.start ?? 0) : undefined,
      withProviders: selection.mayLeaveOutProviders,
      elementsAt: selection.isNarrowed ? this.clock.now() : undefined,
      view,
    };
    const window = this.windowOf(filter);
    const hasStart = filter.window.start !== undefined || window.start > 0;
    const question = { ...filter, window, hasStart, selection, zoneIds, options };
    if (page.after && !zoneIds.includes(page.after.zoneId)) {
      throw DomainError.invalidField(['cursor'], 'must come from an earlier answer to the same query');
    }
    for (const zoneId of zoneIds) await this.allocation.bringUpToDate(zoneId);
    if (showUtilization) return this.withUtilization(question);
    return { collections: await this.page(question), utilization: { rows: [] } };
  }

  /** To leave out what does not exist for the caller changes nothing: the figures would tell how much it holds. */
  private async visible(selection: Selection, view: string | undefined): Promise<Selection> {
    const { leftOutIds } = selection;
    if (view === undefined || leftOutIds.length === 0) return selection;
    return selection.ignoring(new Set(await this.repository.foreign(view, leftOutIds)));
  }

  /** A query without a start leaves the past out, unless its end lies there. */
  private windowOf({ window: { start, end } }: CollectionFilter): TimeWindow {
    const now = this.clock.now();
    return { start: start ?? (end > now ? now : 0), end };
  }

  private async withUtilization(question: CollectionQuestion): Promise<CollectionAnswer> {
    const { metric, window, hasStart, zoneIds } = question;
    const utilization = new Utilization(metric, window);
    if (hasStart) utilization.beginRows([window.start]);
    const collections: WindowedCollection[] = [];
    const leftOut = await this.repository.idsByZone(question.selection.leftOutIds);
    for (const zoneId of zoneIds) {
      const leftOutIds = leftOut.get(zoneId) ?? [];
      const most = question.page.rows - collections.length;
      collections.push(...(await this.addZone(utilization, question, zoneId, leftOutIds, most)));
      await this.work.breathe();
    }
    await this.zoneUtilization.shareAddresses(utilization);
    const rows = await this.work.inParts(utilization.rows());
    await this.work.breathe();
    return { collections, utilization: rows };
  }

  /** Adds a zone's figures, and returns the first collections of the page at the same head. */
  private async addZone(
    utilization: Utilization,
    question: CollectionQuestion,
    zoneId: string,
    leftOutIds: readonly string[],
    most: number,
  ): Promise<readonly WindowedCollection[]> {
    for (let tries = 1; ; tries += 1) {
      const { head, matching } = await this.inZone(question, zoneId, most);
      const zone = { zoneId, head, matching, leftOutIds };
      const isLastTry = tries === MAX_TRIES;
      const isAdded = await this.work.step(() =>
        this.zoneUtilization.addTo(utilization, zone, question, isLastTry),
      );
      if (isAdded) return matching.listed;
    }
  }

  /** The matching collections of a zone, and its head in the same snapshot. */
  private async inZone(question: CollectionQuestion, zoneId: string, most: number) {
    const { metric, window, selection, options } = question;
    const rows = chunkFor(question);
    const matching = new Matching(laterThan(question), most, isOfSome(question));
    const add = ({ found }: Found): void => {
      for (const collection of found) if (selection.selects(collection)) matching.add(collection);
    };
    const few = await this.read(question, zoneId, { some: rows });
    let { head } = few;
    if (few.found.length < rows) {
      add(few);
      return { head, matching };
    }
    await this.repository.inParts(zoneId, SETS[metric], window, { ...options, rows }, async (readNext) => {
      for (let isFirst = true, isMore = true; isMore; isFirst = false) {
        const part = await this.work.step(readNext);
        if (isFirst) head = part.head;
        add(part);
        isMore = part.found.length === rows;
        await this.work.breathe();
      }
    });
    return { head, matching };
  }

  private read(
    { metric, window, options }: CollectionQuestion,
    zoneId: string,
    part: Pick<FindOptions, 'after' | 'rows' | 'some'>,
  ): Promise<Found> {
    const asked = { ...options, ...part };
    return this.work.step(() => this.repository.find(zoneId, SETS[metric], window, asked));
  }

  /** Without figures, a page reads hardly more rows than it contains. */
  private async page(question: CollectionQuestion): Promise<WindowedCollection[]> {
    const { page, selection, zoneIds } = question;
    const chunk = chunkFor(question);
    const rows = selection.isEverything ? Math.min(page.rows, chunk) : chunk;
    const collections: WindowedCollection[] = [];
    for (const zoneId of zoneIds.slice(page.after ? zoneIds.indexOf(page.after.zoneId) : 0)) {
      let after: PlaceInZone | undefined = page.after?.zoneId === zoneId ? page.after : undefined;
      for (let isMore = true; isMore && collections.length < page.rows;) {
        const { found } = await this.read(question, zoneId, { after, rows });
        collections.push(...found.filter((collection) => selection.selects(collection)));
        after = found.at(-1);
        isMore = found.length === rows;
        await this.work.breathe();
      }
    }
    return collections.slice(0, page.rows);
  }
}

function chunkFor({ options }: CollectionQuestion): number {
  return options.elementsAt === undefined ? CHUNK : CHUNK_WITH_ELEMENTS;
}

/** Whether a collection comes after the place where the page begins. */
function laterThan({
  page: { after },
  zoneIds,
}: CollectionQuestion): (collection: WindowedCollection) => boolean {
  if (!after) return () => true;
  const earlier = new Set(zoneIds.slice(0, zoneIds.indexOf(after.zoneId)));
  return ({ zoneId, kind, id }) =>
    zoneId === after.zoneId
      ? kind > after.kind || (kind === after.kind && id > after.id)
      : !earlier.has(zoneId);
}
