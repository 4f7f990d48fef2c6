import { FOREVER, type TimeWindow } from '../kernel/time-window.js';
import { Timeline, type TimelineView } from './timeline.js';

/** `HeldOverTime` for reading. */
export interface HeldOverTimeView {
  readonly held: TimelineView;
  readonly begun: TimelineView;
}

/** How many addresses of a zone are held at each instant, and how many holdings have begun by then. */
export class HeldOverTime implements HeldOverTimeView {
  private constructor(
    readonly held: Timeline,
    /**
     * Where one address is given back and another one taken, as many are held as before; but neither is free throughout. A beginning
     * always shows here.
     */
    readonly begun: Timeline,
  ) {}

  /** Built at once: as many changes one after the other would take ten times as long. */
  static of(windows: Iterable<TimeWindow>): HeldOverTime {
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { start, end } of windows) {
      starts.push(start);
      ends.push(end);
    }
    const count = starts.length;
    const times = Float64Array.from([...starts, ...ends]);
    const deltas = new Float64Array(2 * count).fill(1, 0, count).fill(-1, count);
    return new HeldOverTime(
      Timeline.fromChanges(times, deltas, 2 * count),
      Timeline.fromChanges(times, deltas, count),
    );
  }

  add(window: TimeWindow, sign: 1 | -1): void {
    this.held.add(window, sign);
    this.begun.add({ start: window.start, end: FOREVER }, sign);
  }
}
