import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { Figures } from '../allocation/fold/capacity-timelines.js';
import { suits } from '../allocation/placement/placement.js';
import type { ZoneView } from '../allocation/fold/zone-fold.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ResourceAmounts, ResourceClass } from '../kernel/resource-amounts.js';
import { resultOf } from '../kernel/pace.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { Traits, WantedTraits } from '../kernel/traits.js';
import { AddressCapacity } from './address-capacity.service.js';
import type { CapacityAnswer } from './capacity-answer.js';
import { sumOfFigures, TimelineSum, timelineOf, type FigureTimeline } from './figure-timeline.js';
import { addFigures, NO_FIGURES } from './figures.js';
import { inTurns } from '../kernel/in-turns.js';
import { stretchesOf, partsTimeline } from './parts-timeline.js';
import { shapesIn, shapesTimeline } from './shapes.js';
import {
  capacityOf,
  cutOfZone,
  lastUpdateOf,
  latestUpdateOf,
  worstOf,
  type ZoneCapacity,
} from './worst-instant.js';

/** A row per change of the figures; with a resolution in seconds, a row per part of the window, of a class only. */
export interface TimelineAsked {
  readonly resolution?: number;
}

/** Searches in timelines that may follow each other without a pause: some ten milliseconds. */
const SEARCHES_AT_ONCE = 20_000;

interface TimelineShown {
  readonly parts?: readonly TimeWindow[];
}

/** A shape: the amounts of one unit, and the traits of its provider. */
export interface Shape {
  readonly amounts: ResourceAmounts;
  readonly traits: WantedTraits;
}

export type CapacityAsked = { readonly name: ResourceClass } | { readonly shape: Shape };

/** An absent start is now, which only the service's clock knows. */
export interface Period {
  readonly start?: Instant;
  readonly end: Instant;
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
    asked: CapacityAsked,
    zoneId?: string,
    period?: Period,
    timeline?: TimelineAsked,
  ): Promise<CapacityAnswer> {
    const now = this.clock.now();
    const window = windowOf(period, now, timeline !== undefined);
    if (window.end <= window.start) {
      const rule = 'must be later than now, the default of startTime';
      throw DomainError.invalidField(['timePeriod', 'stopTime'], rule);
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
    const parts = await this.perZone(zoneIds, name, window, (fold) =>
      cutOfZone(capacityOf(fold), name, window),
    );
    const cuts = parts.map(({ value }) => value);
    const zones = parts.map(({ zoneId: id, value }) => ({
      zoneId: id,
      figures: worstOf([value], name, window),
    }));
    return {
      figures: this.work.timed(() => worstOf(cuts, name, window)),
      lastUpdate: latestUpdateOf(parts),
      zones,
      timeline: shown && (await this.timelineOfAll(cuts, name, window, shown)),
    };
  }

  private timelineOfAll(
    zones: readonly ZoneCapacity[],
    name: ResourceClass,
    window: TimeWindow,
    { parts }: TimelineShown,
  ): Promise<FigureTimeline> {
    return parts
      ? this.work.inParts(partsTimeline(zones, name, parts))
      : this.sumOf(zones, window, (zone) => classTimeline(zone, name, window));
  }

  /** A single zone needs no copy, unless it takes so long that others have to go first. */
  private async ofClassIn(
    name: ResourceClass,
    zoneId: string,
    window: TimeWindow,
    shown: TimelineShown | undefined,
  ): Promise<CapacityAnswer> {
    const seen = await this.perZone([zoneId], name, window, (fold) => {
      const zone = capacityOf(fold);
      const isLong = shown?.parts && shown.parts.length * zone.providers.length > SEARCHES_AT_ONCE;
      return {
        figures: worstOf([zone], name, window),
        cut: isLong ? cutOfZone(zone, name, window) : undefined,
        timeline: shown && !isLong ? timelineIn(zone, name, window, shown) : undefined,
      };
    });
    const { figures, cut, timeline } = seen[0].value;
    return {
      figures,
      lastUpdate: latestUpdateOf(seen),
      zones: [{ zoneId, figures }],
      timeline: cut && shown ? await this.timelineOfAll([cut], name, window, shown) : timeline,
    };
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
      return this.seen(fold, Object.keys(shape.amounts), {
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
      lastUpdate: latestUpdateOf(parts),
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
    toTimeline: (part: T) => FigureTimeline,
  ): Promise<FigureTimeline> {
    const sum = new TimelineSum(window);
    for (const part of parts) {
      this.work.timed(() => sum.add(toTimeline(part)));
      if (parts.length > 1) await this.work.breathe();
    }
    return sum.timeline();
  }

  private async zonesOf(zoneId: string | undefined): Promise<readonly string[]> {
    return zoneId === undefined ? this.zones.all() : [await this.zones.require(zoneId, 'zoneId')];
  }

  private async perZone<T>(
    zoneIds: readonly string[],
    name: ResourceClass,
    window: TimeWindow,
    look: (fold: ZoneView) => T,
  ): Promise<Seen<T>[]> {
    return inTurns(this.work, zoneIds, (id) =>
      this.allocation.readWithin(id, window, (fold) => this.seen(fold, [name], look(fold))),
    );
  }

  private seen<T>(fold: ZoneView, names: readonly ResourceClass[], value: T): Seen<T> {
    return { zoneId: fold.zoneId, lastUpdate: lastUpdateOf(fold, names, this.clock.now()), value };
  }
}

/** What is left of a period, unless all of it is past: the rest can't be reserved. A time line shows it as it was. */
function windowOf(period: Period | undefined, now: Instant, showTimeline: boolean): TimeWindow {
  if (!period) return { start: now, end: now + 1 };
  const { start = now, end } = period;
  return { start: end > now && !showTimeline ? Math.max(start, now) : start, end };
}

/** What was seen in a zone. */
interface Seen<T> {
  readonly zoneId: string;
  readonly lastUpdate: Instant;
  readonly value: T;
}

interface ShapesSeen {
  readonly figures: Figures;
  readonly timeline: FigureTimeline | undefined;
}

function timelineIn(
  zone: ZoneCapacity,
  name: ResourceClass,
  window: TimeWindow,
  { parts }: TimelineShown,
): FigureTimeline {
  return parts ? resultOf(partsTimeline([zone], name, parts)) : classTimeline(zone, name, window);
}

/** The sum of the providers: it has a row wherever one of them has less and another one more. */
function classTimeline({ providers }: ZoneCapacity, name: ResourceClass, window: TimeWindow): FigureTimeline {
  const each = providers.map((view) => timelineOf(view, [name], window, (classes) => classes[name]));
  return each.length === 1 ? each[0] : sumOfFigures(each, window);
}
