import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { CapacityView, Figures } from '../allocation/fold/capacity-timelines.js';
import { suits, timesItFits } from '../allocation/placement/placement.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ResourceAmounts, ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { Traits, WantedTraits } from '../kernel/traits.js';
import { AddressCapacity } from './address-capacity.service.js';
import type { CapacityAnswer } from './capacity-answer.js';
import {
  sumOfFigures,
  TimelineSum,
  timelineOf,
  type FiguresOfClasses,
  type FigureTimeline,
} from './figure-timeline.js';
import { inTurns } from '../kernel/in-turns.js';
import { stretchesOf, partsTimeline, partsTimelineAtOnce } from './parts-timeline.js';
import { addFigures, NO_FIGURES, worstOf, worstOfAll } from './worst-instant.js';

/** A row per change of the figures; with a resolution in seconds, a row per part of the window, of a class only. */
export interface TimelineAsked {
  readonly resolution?: number;
}

interface TimelineShown {
  readonly parts?: readonly TimeWindow[];
}

/** A shape: the amounts of one unit, and the traits of its provider. */
export interface Shape {
  readonly amounts: ResourceAmounts;
  readonly traits: WantedTraits;
}

/** Group B's capacity queries: the four figures of the worst instant of a window (semantics §7). */
@Injectable()
export class CapacityService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly addresses: AddressCapacity,
    private readonly clock: Clock,
    private readonly work: HeavyWork,
  ) {}

  /**
   * Answers for a class or a shape; without a zone for the whole service, without a period for now. By shape each of
   * the four figures is a whole number of shapes, so they need not add up.
   *
   * @throws DomainError `unknown-zone`; `invalid-request` when the period is over before it starts
   */
  async answer(
    asked: { readonly name: ResourceClass } | { readonly shape: Shape },
    zoneId?: string,
    period?: { readonly start?: Instant; readonly end: Instant },
    timeline?: TimelineAsked,
  ): Promise<CapacityAnswer> {
    const now = this.clock.now();
    const window = period ? { start: period.start ?? now, end: period.end } : { start: now, end: now + 1 };
    if (window.end <= window.start) {
      throw DomainError.invalidField(['timePeriod', 'stopTime'], 'must be later than startTime');
    }
    if ('shape' in asked) return this.ofShape(asked.shape, zoneId, window, timeline !== undefined);
    const parts = timeline?.resolution === undefined ? undefined : stretchesOf(window, timeline.resolution);
    return this.ofClass(asked.name, zoneId, window, timeline && { parts });
  }

  private async ofClass(
    name: ResourceClass,
    zoneId: string | undefined,
    window: TimeWindow,
    shown: TimelineShown | undefined,
  ): Promise<CapacityAnswer> {
    const zoneIds = await this.zonesOf(zoneId);
    if (name === 'addresses') return this.addresses.answer(zoneIds, window, shown !== undefined);
    if (zoneIds.length === 1) return this.ofClassIn(name, zoneIds[0], window, shown);
    // Zones are read one after the other and keep changing, so each part to be summed is copied.
    const parts = await this.perZone(zoneIds, window, (fold) => fold.whole().cut(name, window));
    const cuts = parts.map(({ value }) => value);
    const zones = parts.map(({ zoneId: id, value }) => ({
      zoneId: id,
      figures: worstOf(value, name, window),
    }));
    return {
      figures: this.work.timed(() => worstOfAll(cuts, name, window)),
      lastUpdate: lastUpdateOf(parts),
      zones,
      timeline: shown && (await this.timelineOfAll(cuts, name, window, shown)),
    };
  }

  private timelineOfAll(
    zones: readonly CapacityView[],
    name: ResourceClass,
    window: TimeWindow,
    { parts }: TimelineShown,
  ): Promise<FigureTimeline> {
    return parts
      ? this.work.inParts(partsTimeline(zones, name, parts))
      : this.sumOf(zones, window, (zone) => classTimeline(zone, name, window));
  }

  /** A single zone needs no sum: its timeline has the worst instant. */
  private async ofClassIn(
    name: ResourceClass,
    zoneId: string,
    window: TimeWindow,
    shown: TimelineShown | undefined,
  ): Promise<CapacityAnswer> {
    const parts = await this.perZone([zoneId], window, (fold) => ({
      figures: worstOf(fold.whole(), name, window),
      timeline: shown && timelineIn(fold.whole(), name, window, shown),
    }));
    const { figures, timeline } = parts[0].value;
    return { figures, lastUpdate: lastUpdateOf(parts), zones: [{ zoneId, figures }], timeline };
  }

  /** How many of a shape still fit: the scarcest class decides, provider by provider, and providers add up. */
  private async ofShape(
    shape: Shape,
    zoneId: string | undefined,
    window: TimeWindow,
    showTimeline: boolean,
  ): Promise<CapacityAnswer> {
    const zoneIds = await this.zonesOf(zoneId);
    const wanted = Object.keys(shape.traits).length > 0 ? shape.traits : undefined;
    const look = (fold: ZoneView, providerTraits?: ReadonlyMap<string, Traits>): Seen<ShapesSeen> => {
      const providers = [...fold.providerIds()].filter((id) => suits({ providerTraits }, id, wanted));
      const views = providers.map((id) => fold.provider(id));
      return seen(fold, {
        figures: shapesIn(views, shape.amounts, window),
        timeline: showTimeline ? shapesTimeline(views, shape.amounts, window) : undefined,
      });
    };
    // Of one snapshot: a provider whose capacity is counted has its traits counted, too.
    const parts = await inTurns(this.work, zoneIds, (id) =>
      wanted
        ? this.allocation.readTraitsWithin(id, window, look)
        : this.allocation.readWithin(id, window, (fold) => look(fold)),
    );
    const zones = parts.map(({ zoneId: id, value }) => ({ zoneId: id, figures: value.figures }));
    return {
      figures: zones.reduce((sum, zone) => addFigures(sum, zone.figures), NO_FIGURES),
      lastUpdate: lastUpdateOf(parts),
      zones,
      timeline: showTimeline
        ? await this.sumOf(
            parts.flatMap(({ value }) => value.timeline ?? []),
            window,
            (timeline) => timeline,
          )
        : undefined,
    };
  }

  private async sumOf<T>(
    parts: readonly T[],
    window: TimeWindow,
    timelineOf: (part: T) => FigureTimeline,
  ): Promise<FigureTimeline> {
    const sum = new TimelineSum(window);
    for (const part of parts) {
      this.work.timed(() => sum.add(timelineOf(part)));
      if (parts.length > 1) await this.work.breathe();
    }
    return sum.timeline();
  }

  private async zonesOf(zoneId: string | undefined): Promise<readonly string[]> {
    return zoneId === undefined ? this.zones.all() : [await this.zones.require(zoneId, 'zoneId')];
  }

  private async perZone<T>(
    zoneIds: readonly string[],
    window: TimeWindow,
    look: (fold: ZoneView) => T,
  ): Promise<Seen<T>[]> {
    return inTurns(this.work, zoneIds, (id) =>
      this.allocation.readWithin(id, window, (fold) => seen(fold, look(fold))),
    );
  }
}

/** What was seen in a zone. */
interface Seen<T> {
  readonly zoneId: string;
  readonly changedAt: Instant;
  readonly value: T;
}

function seen<T>({ zoneId, changedAt }: ZoneView, value: T): Seen<T> {
  return { zoneId, changedAt, value };
}

interface ShapesSeen {
  readonly figures: Figures;
  readonly timeline: FigureTimeline | undefined;
}

function lastUpdateOf(parts: readonly { changedAt: Instant }[]): Instant {
  return parts.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0);
}

/** Each figure in whole shapes, at each provider's worst instant. */
function shapesIn(views: readonly CapacityView[], shape: ResourceAmounts, window: TimeWindow): Figures {
  const names = Object.keys(shape);
  return views
    .map((view) => Object.fromEntries(names.map((name) => [name, worstOf(view, name, window)])))
    .map((classes) => shapesOf(shape, classes))
    .reduce(addFigures, NO_FIGURES);
}

function shapesTimeline(
  views: readonly CapacityView[],
  shape: ResourceAmounts,
  window: TimeWindow,
): FigureTimeline {
  const timelines = views.map((view) =>
    timelineOf(view, Object.keys(shape), window, (classes) => shapesOf(shape, classes)),
  );
  return sumOfFigures(timelines, window);
}

function timelineIn(
  view: CapacityView,
  name: ResourceClass,
  window: TimeWindow,
  { parts }: TimelineShown,
): FigureTimeline {
  return parts ? partsTimelineAtOnce(view, name, parts) : classTimeline(view, name, window);
}

function classTimeline(view: CapacityView, name: ResourceClass, window: TimeWindow): FigureTimeline {
  return timelineOf(view, [name], window, (classes) => classes[name]);
}

/** Each figure in whole shapes, from these figures of the classes: the scarcest class decides. */
function shapesOf(shape: ResourceAmounts, classes: FiguresOfClasses): Figures {
  const count = (figure: keyof Figures): number => {
    const amounts = Object.fromEntries(
      Object.entries(classes).map(([name, figures]) => [name, Math.max(figures[figure], 0)]),
    );
    return Math.floor(timesItFits(amounts, shape));
  };
  return {
    total: count('total'),
    reserved: count('reserved'),
    allocated: count('allocated'),
    available: count('available'),
  };
}
