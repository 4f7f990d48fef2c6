import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { ChangeList } from './change-list.js';
import { Timeline, type TimelineView } from './timeline.js';

/** Read-only view of `HeldOverTime`. */
export interface HeldOverTimeView {
  readonly held: TimelineView;
  readonly begun: TimelineView;
}

/** The number of addresses of a zone held at each instant, and the number of holdings that have begun by then. */
export class HeldOverTime implements HeldOverTimeView {
  private constructor(
    readonly held: Timeline,
    /**
     * If one address is released and another one taken at the same instant, `held` stays the same although neither is
     * free throughout. `begun` always changes.
     */
    readonly begun: Timeline,
  ) {}

  /** Builds both timelines at once, ten times as fast as one change after the other. */
  static of(windows: Iterable<TimeWindow>): HeldOverTime {
    const held = new ChangeList();
    const begun = new ChangeList();
    for (const window of windows) {
      held.add(window, 1);
      begun.push(window.start, 1);
    }
    return new HeldOverTime(Timeline.fromChanges(held), Timeline.fromChanges(begun));
  }

  add(window: TimeWindow, sign: 1 | -1): void {
    this.held.add(window, sign);
    this.begun.add({ start: window.start, end: FOREVER }, sign);
  }
}
