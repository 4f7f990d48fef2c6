let acceptedAge = 0;
let ownChangeAt = Number.NEGATIVE_INFINITY;

/** From now on, reads take answers of this age in seconds, if the service has some. See `Pace`. */
export function acceptAge(seconds: number): void {
  acceptedAge = seconds;
}

/** This page has changed something, and wants to see it. */
export function noteOwnChange(now = performance.now()): void {
  ownChangeAt = now;
}

/** The `Cache-Control` of a read; undefined: its answer has to be a fresh one. */
export function cacheDirective(now = performance.now()): string | undefined {
  const age = Math.floor(Math.min(acceptedAge, (now - ownChangeAt) / 1000));
  return age > 0 ? `max-age=${age}` : undefined;
}
