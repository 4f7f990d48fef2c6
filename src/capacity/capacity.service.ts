import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import type { CapacityView, Figures } from '../allocation/capacity-timelines.js';
import { timesItFits } from '../allocation/placement.js';
import type { ZoneView } from '../allocation/zone-fold.js';
import { ZonesRepository } from '../allocation/zones.repository.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ResourceAmounts, ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { hasTraits, type RequiredTraits } from '../kernel/traits.js';
import { ProvidersService } from '../providers/providers.service.js';
import { AddressCapacity } from './address-capacity.service.js';
import { sumOfTimelines, timelineOf, type FiguresOfClasses, type FigureTimeline } from './figure-timeline.js';
import { addFigures, NO_FIGURES, worstOf, worstOfAll } from './worst-instant.js';

/** The figures of one class or shape, and how they came about per zone. */
export interface CapacityAnswer {
  readonly figures: Figures;
  /** When the figures last changed. */
  readonly lastUpdate: Instant;
  readonly zones: readonly { readonly zoneId: string; readonly figures: Figures }[];
  /** How the figures go over the window, where that was asked for. */
  readonly timeline?: FigureTimeline;
}

/** A shape to be counted in: what one of it takes, and what its provider has to be like. */
export interface Shape {
  readonly amounts: ResourceAmounts;
  readonly traits: RequiredTraits;
}

/** Group B's capacity queries: the four figures of the worst instant of a window (semantics §7). */
@Injectable()
export class CapacityService {
  constructor(
    private readonly allocation: AllocationService,
    private readonly zones: ZonesRepository,
    private readonly providers: ProvidersService,
    private readonly addresses: AddressCapacity,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers for a class or a shape; without a zone for the whole service, without a period for now. By shape the four
   * figures are each a whole number of shapes, and need not add up.
   *
   * @throws DomainError `unknown-zone`; `invalid-request` when the period is over before it starts
   */
  async answer(
    asked: { readonly name: ResourceClass } | { readonly shape: Shape },
    zoneId?: string,
    period?: { readonly start?: Instant; readonly end: Instant },
    showTimeline = false,
  ): Promise<CapacityAnswer> {
    const now = this.clock.now();
    const window = period ? { start: period.start ?? now, end: period.end } : { start: now, end: now + 1 };
    if (window.end <= window.start) {
      throw DomainError.invalidField(['timePeriod', 'stopTime'], 'must be later than startTime');
    }
    return 'name' in asked
      ? this.ofClass(asked.name, zoneId, window, showTimeline)
      : this.ofShape(asked.shape, zoneId, window, showTimeline);
  }

  private async ofClass(
    name: ResourceClass,
    zoneId: string | undefined,
    window: TimeWindow,
    showTimeline: boolean,
  ): Promise<CapacityAnswer> {
    const zoneIds = await this.zonesOf(zoneId);
    if (name === 'addresses') return this.addresses.answer(zoneIds, window, showTimeline);
    if (zoneIds.length === 1) return this.ofClassIn(name, zoneIds[0], window, showTimeline);
    // Zones are read one by one and go on changing, so what is to be added up is cut out of each.
    const parts = await this.perZone(zoneIds, window, (fold) => fold.whole().cut(name, window));
    const cuts = parts.map(({ value }) => value);
    const zones = parts.map(({ zoneId: id, value }) => ({
      zoneId: id,
      figures: worstOf(value, name, window),
    }));
    const timelines = showTimeline ? cuts.map((cut) => classTimeline(cut, name, window)) : undefined;
    return {
      figures: worstOfAll(cuts, name, window),
      lastUpdate: lastUpdateOf(parts),
      zones,
      timeline: timelines && sumOfTimelines(timelines, window),
    };
  }

  /** One zone needs nothing added up: its timeline knows the worst instant. */
  private async ofClassIn(
    name: ResourceClass,
    zoneId: string,
    window: TimeWindow,
    showTimeline: boolean,
  ): Promise<CapacityAnswer> {
    const parts = await this.perZone([zoneId], window, (fold) => ({
      figures: worstOf(fold.whole(), name, window),
      timeline: showTimeline ? classTimeline(fold.whole(), name, window) : undefined,
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
    const suited = new Map<string, Set<string>>();
    for (const [id, providers] of await this.providers.inZones(zoneIds)) {
      const suiting = providers.filter(({ traits }) => hasTraits(traits, shape.traits));
      suited.set(id, new Set(suiting.map((provider) => provider.id)));
    }
    const parts = await this.perZone(zoneIds, window, (fold) => {
      const providers = [...fold.providerIds()].filter((id) => suited.get(fold.zoneId)?.has(id));
      const views = providers.map((id) => fold.provider(id));
      return {
        figures: shapesIn(views, shape.amounts, window),
        timeline: showTimeline ? shapesTimeline(views, shape.amounts, window) : undefined,
      };
    });
    const zones = parts.map(({ zoneId: id, value }) => ({ zoneId: id, figures: value.figures }));
    const timelines = parts.flatMap(({ value }) => value.timeline ?? []);
    return {
      figures: zones.reduce((sum, zone) => addFigures(sum, zone.figures), NO_FIGURES),
      lastUpdate: lastUpdateOf(parts),
      zones,
      timeline: showTimeline ? sumOfTimelines(timelines, window) : undefined,
    };
  }

  private async zonesOf(zoneId: string | undefined): Promise<readonly string[]> {
    return zoneId === undefined ? this.zones.all() : [await this.zones.require(zoneId, 'zoneId')];
  }

  private async perZone<T>(
    zoneIds: readonly string[],
    window: TimeWindow,
    look: (fold: ZoneView) => T,
  ): Promise<{ zoneId: string; changedAt: Instant; value: T }[]> {
    return Promise.all(
      zoneIds.map((id) =>
        this.allocation.readFrom(id, window.start, (fold) => ({
          zoneId: id,
          changedAt: fold.changedAt,
          value: look(fold),
        })),
      ),
    );
  }
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
  return sumOfTimelines(timelines, window);
}

function classTimeline(view: CapacityView, name: ResourceClass, window: TimeWindow): FigureTimeline {
  return timelineOf(view, [name], window, (classes) => classes[name]);
}

/** How many of a shape each figure makes, where the classes have these figures: the scarcest class decides. */
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
