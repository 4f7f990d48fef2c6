import { useSyncExternalStore } from 'react';
import type { TimeWindow } from '../kernel/instant';

/** After the last movement of a drag or a zoom. */
const SETTLE_MS = 250;

/**
 * The window while it moves. Only charts follow it: were it state of the page, each movement would render all controls of the page anew, and
 * panning would fall below 60 frames a second.
 */
export class LiveWindow {
  private moving?: TimeWindow;
  private timer?: ReturnType<typeof setTimeout>;
  private readonly listeners = new Set<() => void>();

  /** @param settle is given the window in which a movement has ended */
  constructor(private readonly settle: (window: TimeWindow) => void) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): TimeWindow | undefined => this.moving;

  readonly move = (window: TimeWindow): void => {
    this.moving = window;
    this.notify();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(window), SETTLE_MS);
  };

  /** Called when the page shows the window that was settled on. */
  readonly arrive = (): void => {
    this.moving = undefined;
    this.notify();
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export interface ViewWindow {
  /** What is asked of the service, and said in the address bar. */
  readonly settled: TimeWindow;
  readonly live: LiveWindow;
}

/** The window to draw now: it follows the hand. */
export function useLive({ live, settled }: ViewWindow): TimeWindow {
  return useSyncExternalStore(live.subscribe, live.read) ?? settled;
}
