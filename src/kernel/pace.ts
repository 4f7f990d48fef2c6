import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work gives way to others: it is done in parts, and others go first in between. */
export interface Pace {
  /** Does a part that waits for the database. */
  step<T>(work: () => Promise<T>): Promise<T>;
  /** Does synchronous work part by part, each up to a `yield`. */
  inParts<T>(work: Generator<void, T>): Promise<T>;
  /** Lets others go first. */
  breathe(): Promise<void>;
}

/** Milliseconds of synchronous work after which the event loop gets its turn, with what has arrived meanwhile. */
const MAX_TURN_MS = 10;

/** For work that others wait for. It pauses for nothing, but what has nothing to do with it is served between its parts. */
export const WITHOUT_PAUSE: Pace = {
  step: (work) => work(),
  inParts: async (work) => {
    for (let begun = performance.now(); ;) {
      const part = work.next();
      if (part.done) return part.value;
      if (performance.now() - begun < MAX_TURN_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
  },
  breathe: () => Promise.resolve(),
};

/** Does all parts at once. */
export function resultOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
