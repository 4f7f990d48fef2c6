import type { TimeWindow } from '../../kernel/time-window.js';
import type { LedgerEntry } from '../fold/entry.js';

/** Spans the windows in which capacity or addresses came free since waiting reservations were tried. */
export class Freed {
  private span?: TimeWindow;

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
    this.span = undefined;
    return span;
  }
}

/** Whether an entry makes capacity available. */
function frees({ moves, amounts }: LedgerEntry): boolean {
  const sign = moves === 'total' ? 1 : -1;
  return Object.values(amounts).some((amount) => amount * sign > 0);
}
