import type { Instant, TimeWindow } from './instant';

/** Steps of a picture: about as many as a chart has pixels, and fewer than the service has rows in an answer. */
export const MAX_STEPS = 900;

interface Figures {
  readonly start: Instant;
  readonly available: number;
  readonly worstAt?: Instant;
}

/** When the figures of a step hold: of a step that stands for a stretch, at the worst instant of it. */
export function instantOf({ start, worstAt = start }: Figures): Instant {
  return worstAt;
}

/** Whether the steps leave out changes of the figures. */
export function isCoarse(steps: readonly Figures[]): boolean {
  return steps.some(({ worstAt }) => worstAt !== undefined);
}

/**
 * The worst step of each part of the window, as the service answers with a `resolution`; the steps themselves if they are few. One part
 * ends at `now`.
 */
export function coarsened<T extends Figures>(
  steps: readonly T[],
  window: TimeWindow,
  now: Instant,
): readonly T[] {
  if (steps.length <= MAX_STEPS) return steps;
  let next = 0;
  return partsOf(window, now).flatMap(({ start, end }) => {
    while (next < steps.length && steps[next].start <= start) next += 1;
    let worst: T | undefined = next > 0 ? { ...steps[next - 1], start, worstAt: start } : undefined;
    for (; next < steps.length && steps[next].start < end; next++) {
      const step = steps[next];
      if (!worst || step.available < worst.available) worst = { ...step, start, worstAt: step.start };
    }
    return worst ? [worst] : [];
  });
}

function partsOf({ start, end }: TimeWindow, now: Instant): TimeWindow[] {
  const length = Math.ceil((end - start) / MAX_STEPS);
  const parts: TimeWindow[] = [];
  for (let from = start; from < end;) {
    const edge = Math.min(end, (Math.floor(from / length) + 1) * length);
    const to = from < now && now < edge ? now : edge;
    parts.push({ start: from, end: to });
    from = to;
  }
  return parts;
}
