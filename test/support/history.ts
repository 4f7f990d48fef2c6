import type { Amounts, Window, ZoneModel } from './model.js';

/** A refused create, with the moments of its call and its return. Moments count events, not time. */
export interface Refusal {
  readonly amounts: Amounts;
  readonly window: Window;
  readonly called: number;
  readonly returned: number;
}

/** When an object may have held capacity: from the call that created it to the return of the call that ended it. */
export interface Presence {
  readonly since: number;
  until: number;
  readonly window: Window;
  readonly amounts: Amounts;
}

/** The answers to many clients, in the order in which they were received. */
export class History {
  readonly refusals: Refusal[] = [];
  readonly presences: Presence[] = [];
  readonly statuses = new Map<string, number>();
  private moments = 0;

  constructor(readonly model: ZoneModel) {}

  moment(): number {
    return ++this.moments;
  }

  count(name: string): void {
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
  }

  /** Refused creates that would have fitted even beside everything that may have been held at any moment of the call. */
  falseRefusals(): Refusal[] {
    return this.refusals.filter(({ amounts, window, called, returned }) => {
      const beside = this.presences.filter(({ since, until }) => since <= returned && until >= called);
      const from = Math.max(window.start, this.model.now);
      const seconds = this.secondsIn(from, window.end, beside);
      return Object.keys(amounts).every((name) =>
        seconds.every(
          (second) => this.leastTotal(second, name) - heldAt(beside, second, name) >= amounts[name],
        ),
      );
    });
  }

  private secondsIn(from: number, end: number, beside: readonly Presence[]): number[] {
    const edges = [...beside, ...this.model.pools].flatMap(({ window }) => [window.start, window.end]);
    return [from, ...edges.filter((second) => second > from && second < end)];
  }

  /** Assumes that every decrease was always in force, and that no increase was, except the permanent ones. */
  private leastTotal(second: number, name: string): number {
    return this.model.pools
      .filter(({ window }) => window.start <= second && second < window.end)
      .filter(({ window, amounts }) => (amounts[name] ?? 0) < 0 || window.end === Infinity)
      .reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0);
  }
}

function heldAt(beside: readonly Presence[], second: number, name: string): number {
  return beside
    .filter(({ window }) => window.start <= second && second < window.end)
    .reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0);
}
