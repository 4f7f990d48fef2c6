import { KEPT, type CapacityView, type Figures, type Kept } from '../allocation/fold/capacity-timelines.js';
import type { Step, TimelineView } from '../allocation/timeline/timeline.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { EarliestChanges } from './earliest-changes.js';
import { addFigures, isSameFigures, minusFigures, NO_FIGURES } from './figures.js';

/** Maximum of rows of a timeline: also bounds the work, however many instants the window has. */
export const MAX_TIMELINE_ROWS = 1_000;

/** The four figures from an instant on, until the next row. */
export interface FigureRow {
  readonly at: Instant;
  readonly figures: Figures;
  /** The available amount equals that of the previous row, but can't be reserved across the two. */
  readonly isNew?: boolean;
  /** The instant whose figures these are, if the row is of a part of the window. */
  readonly worstAt?: Instant;
}

/** Figures over a window: a row at its start, and one at each change. */
export interface FigureTimeline {
  readonly rows: readonly FigureRow[];
  /** From then on rows are omitted, because there would be too many; absent: none is. */
  readonly omittedFrom?: Instant;
}

export type FiguresOfClasses = Readonly<Record<ResourceClass, Figures>>;

interface Change {
  readonly at: Instant;
  readonly name: ResourceClass;
  readonly kept: Kept;
  readonly value: number;
}

/**
 * A value over a window that depends on the figures of some classes.
 *
 * @param figuresOf the value at an instant at which the classes have these figures
 */
export function timelineOf(
  view: CapacityView,
  names: readonly ResourceClass[],
  window: TimeWindow,
  figuresOf: (classes: FiguresOfClasses) => Figures,
): FigureTimeline {
  const changes: Change[] = [];
  let cutAt: Instant = Infinity;
  for (const name of names) {
    for (const kept of KEPT) {
      const note = ({ at, value }: Step): unknown => changes.push({ at, name, kept, value });
      cutAt = Math.min(cutAt, forEachStep(view.timeline(kept, name), window, note));
    }
  }
  const classes = Object.fromEntries(names.map((name) => [name, { ...NO_FIGURES }]));
  const rows = new Rows(window.start, figuresOf(classes), cutAt);
  changes.sort((a, b) => a.at - b.at);
  for (const [index, { at, name, kept, value }] of changes.entries()) {
    classes[name][kept] = value;
    if (changes.at(index + 1)?.at === at) continue;
    for (const each of names) classes[each].reserved = reservedOf(classes[each]);
    rows.add(at, figuresOf(classes));
  }
  return rows.timeline();
}

/**
 * The sum of several timelines of one window. If one of them has less available from an instant on and another has more,
 * a row begins there although the sum stays the same: the amount can't be reserved across the two.
 */
export function sumOfFigures(timelines: Iterable<FigureTimeline>, window: TimeWindow): FigureTimeline {
  const sum = new TimelineSum(window);
  for (const timeline of timelines) sum.add(timeline);
  return sum.timeline();
}

/** Instants that a sum keeps when it drops others: twice the rows, because some of them may not change anything. */
export const KEPT_INSTANTS = 2 * MAX_TIMELINE_ROWS;

interface Delta {
  figures: Figures;
  /** What is available in some of the timelines can't be reserved across the instant. */
  isNew: boolean;
}

/** Adds up timelines of one window, one after the other. */
export class TimelineSum {
  private readonly deltas = new EarliestChanges<Delta>(KEPT_INSTANTS, () => ({
    figures: NO_FIGURES,
    isNew: false,
  }));

  constructor(private readonly window: TimeWindow) {}

  add({ rows, omittedFrom = Infinity }: FigureTimeline): void {
    this.deltas.cut(omittedFrom);
    for (const [index, { at, figures, isNew = false }] of rows.entries()) {
      const change = this.deltas.at(at);
      if (!change) break;
      const delta = index === 0 ? figures : minusFigures(figures, rows[index - 1].figures);
      change.isNew ||= isNew || (index > 0 && delta.available < 0);
      change.figures = addFigures(change.figures, delta);
    }
  }

  timeline(): FigureTimeline {
    let sum = NO_FIGURES;
    const rows = new Rows(this.window.start, sum, this.deltas.cutAt);
    for (const [at, { figures, isNew }] of this.deltas.inOrder()) {
      sum = addFigures(sum, figures);
      rows.add(at, sum, isNew);
    }
    return rows.timeline();
  }
}

/** The first instant by which one of several timelines has more steps in a window than the maximum of rows, or `Infinity`. */
export function cutOf(timelines: readonly TimelineView[], window: TimeWindow): Instant {
  return Math.min(...timelines.map((timeline) => forEachStep(timeline, window, () => undefined)));
}

/** Visits as many steps as an answer has rows. Returns the instant of the first one that it leaves out, or `Infinity`. */
function forEachStep(
  timeline: TimelineView | undefined,
  window: TimeWindow,
  visit: (step: Step) => void,
): Instant {
  let count = 0;
  for (const step of timeline?.steps(window) ?? []) {
    if (++count > MAX_TIMELINE_ROWS) return step.at;
    visit(step);
  }
  return Infinity;
}

/** Collects rows in the order of time: drops those without a change, and omits those beyond the maximum. */
export class Rows {
  private readonly rows: FigureRow[];
  private omittedFrom?: Instant;

  /** @param cutAt from when on the figures are unknown; `Infinity`: never */
  constructor(
    private readonly start: Instant,
    first: Figures,
    private readonly cutAt: Instant,
  ) {
    this.rows = [{ at: start, figures: { ...first } }];
  }

  add(at: Instant, figures: Figures, isNew = false): void {
    if (this.omittedFrom !== undefined || at >= this.cutAt) return;
    const last = this.rows[this.rows.length - 1];
    if (at === this.start) this.rows[0] = { at, figures: { ...figures } };
    else if (!isNew && isSameFigures(last.figures, figures)) return;
    else if (this.rows.length === MAX_TIMELINE_ROWS) this.omittedFrom = at;
    else this.rows.push({ at, figures: { ...figures }, isNew });
  }

  timeline(): FigureTimeline {
    const omittedFrom = this.omittedFrom ?? this.cutAt;
    return { rows: this.rows, omittedFrom: omittedFrom === Infinity ? undefined : omittedFrom };
  }
}

function reservedOf({ total, allocated, available }: Omit<Figures, 'reserved'>): number {
  return total - allocated - available;
}
