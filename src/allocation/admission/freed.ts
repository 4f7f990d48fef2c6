import type { TimeWindow } from '../../kernel/time-window.js';
import type { LedgerEntry } from '../fold/entry.js';

/** Spans the windows in which capacity or addresses came free since the reservations that hold nothing were tried. */
export class Freed {
  private span?: TimeWindow;
  private isGathering = false;

  note(window: TimeWindow): void {
    const { start, end } = this.span ?? window;
    this.span = { start: Math.min(start, window.start), end: Math.max(end, window.end) };
  }

  noteEntry(entry: LedgerEntry): void {
    if (frees(entry)) this.note(entry.window);
  }

  /** A window that has all instants at which something came free since the last call; undefined: nothing did. */
  take(): TimeWindow | undefined {
    const { span } = this;
    if (this.isGathering) return undefined;
    this.span = undefined;
    return span;
  }

  /** Runs changes that are one decision: what they free can only be taken after the last. */
  together<T>(changes: () => T): T {
    this.isGathering = true;
    try {
      return changes();
    } finally {
      this.isGathering = false;
    }
  }
}

/** Whether an entry makes capacity available. */
function frees({ moves, amounts }: LedgerEntry): boolean {
  const sign = moves === 'total' ? 1 : -1;
  return Object.values(amounts).some((amount) => amount * sign > 0);
}
