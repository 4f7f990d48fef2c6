import { KEPT, type CapacityView, type Figures, type Kept } from '../allocation/capacity-timelines.js';
import type { TimelineView } from '../allocation/timeline.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { addFigures, NO_FIGURES } from './worst-instant.js';

/** Rows of a time line at most: also bounds the work, however many instants the window has. */
export const MAX_TIMELINE_ROWS = 1_000;

/** The four figures from an instant on, until the next row. */
export interface FigureRow {
  readonly at: Instant;
  readonly figures: Figures;
  /** What is available is as much as in the row before, but not of the same: it can't be reserved across the two. */
  readonly isNew?: boolean;
}

/** How figures go over a window: a row at its start, and one wherever a figure changes. */
export interface FigureTimeline {
  readonly rows: readonly FigureRow[];
  /** From when on rows are missing, because there would be too many; absent: none is. */
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
 * How something that depends on the figures of some classes goes over a window.
 *
 * @param figuresOf what it is at an instant at which the classes have these figures
 */
export function timelineOf(
  view: CapacityView,
  names: readonly ResourceClass[],
  window: TimeWindow,
  figuresOf: (classes: FiguresOfClasses) => Figures,
): FigureTimeline {
  const changes: Change[] = [];
  let cutAt: Instant | undefined;
  for (const name of names) {
    for (const kept of KEPT) {
      let count = 0;
      for (const { at, value } of view.timeline(kept, name)?.steps(window) ?? []) {
        if (++count > MAX_TIMELINE_ROWS) {
          cutAt = Math.min(cutAt ?? at, at);
          break;
        }
        changes.push({ at, name, kept, value });
      }
    }
  }
  const classes = Object.fromEntries(names.map((name) => [name, { ...NO_FIGURES }]));
  const rows = new Rows(window.start, figuresOf(classes), cutAt);
  forEachInstant(changes, (at, together) => {
    for (const { name, kept, value } of together) classes[name][kept] = value;
    for (const name of names) classes[name].reserved = reservedOf(classes[name]);
    rows.add(at, figuresOf(classes));
  });
  return rows.timeline();
}

/** Several time lines of one window added up. */
export function sumOfTimelines(timelines: readonly FigureTimeline[], window: TimeWindow): FigureTimeline {
  const deltas = timelines.flatMap(({ rows }) =>
    rows.map(({ at, figures }, index) => ({
      at,
      delta: index === 0 ? figures : minus(figures, rows[index - 1].figures),
    })),
  );
  const cutAt = timelines.reduce<Instant | undefined>(
    (earliest, { omittedFrom }) => minOf(earliest, omittedFrom),
    undefined,
  );
  let sum = NO_FIGURES;
  const rows = new Rows(window.start, sum, cutAt);
  forEachInstant(deltas, (at, together) => {
    for (const { delta } of together) sum = addFigures(sum, delta);
    rows.add(at, sum);
  });
  return rows.timeline();
}

/** The first instant by which one of several timelines has more steps in a window than rows are shown. */
export function cutOf(timelines: readonly TimelineView[], window: TimeWindow): Instant | undefined {
  let cutAt: Instant | undefined;
  for (const timeline of timelines) {
    let count = 0;
    for (const { at } of timeline.steps(window)) {
      if (++count <= MAX_TIMELINE_ROWS) continue;
      cutAt = minOf(cutAt, at);
      break;
    }
  }
  return cutAt;
}

/** Takes in rows in the order of time: those that change nothing are dropped, those that are too many left out. */
export class Rows {
  private readonly rows: FigureRow[];
  private omittedFrom?: Instant;

  /** @param cutAt from when on the figures are not known, if ever */
  constructor(
    private readonly start: Instant,
    first: Figures,
    private readonly cutAt?: Instant,
  ) {
    this.rows = [{ at: start, figures: { ...first } }];
  }

  add(at: Instant, figures: Figures, isNew = false): void {
    if (this.omittedFrom !== undefined || at >= (this.cutAt ?? Infinity)) return;
    const last = this.rows[this.rows.length - 1];
    if (at === this.start) this.rows[0] = { at, figures: { ...figures } };
    else if (!isNew && isSame(last.figures, figures)) return;
    else if (this.rows.length === MAX_TIMELINE_ROWS) this.omittedFrom = at;
    else this.rows.push({ at, figures: { ...figures }, isNew });
  }

  timeline(): FigureTimeline {
    return { rows: this.rows, omittedFrom: this.omittedFrom ?? this.cutAt };
  }
}

/** Calls back for each instant in order, with what lies at it. */
export function forEachInstant<T extends { readonly at: Instant }>(
  items: T[],
  visit: (at: Instant, together: readonly T[]) => void,
): void {
  items.sort((a, b) => a.at - b.at);
  for (let from = 0; from < items.length;) {
    const { at } = items[from];
    let to = from + 1;
    while (to < items.length && items[to].at === at) to++;
    visit(at, items.slice(from, to));
    from = to;
  }
}

function reservedOf({ total, allocated, available }: Omit<Figures, 'reserved'>): number {
  return total - allocated - available;
}

function minus(a: Figures, b: Figures): Figures {
  return {
    total: a.total - b.total,
    reserved: a.reserved - b.reserved,
    allocated: a.allocated - b.allocated,
    available: a.available - b.available,
  };
}

function isSame(a: Figures, b: Figures): boolean {
  return (
    a.total === b.total &&
    a.reserved === b.reserved &&
    a.allocated === b.allocated &&
    a.available === b.available
  );
}

function minOf(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
