/** How long work gives way to others: it is done in parts, and others go first in between. */
export interface Pace {
  /** Does a part that waits for the database. */
  step<T>(work: () => Promise<T>): Promise<T>;
  /** Does synchronous work part by part, each up to a `yield`. */
  inParts<T>(work: Generator<void, T>): Promise<T>;
  /** Lets others go first. */
  breathe(): Promise<void>;
}

/** For work that others wait for. */
export const WITHOUT_PAUSE: Pace = {
  step: (work) => work(),
  inParts: (work) => Promise.resolve(resultOf(work)),
  breathe: () => Promise.resolve(),
};

/** Does all parts at once. */
export function resultOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
