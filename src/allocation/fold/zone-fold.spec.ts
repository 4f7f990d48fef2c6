import { ZoneFold } from './zone-fold.js';

const UNBACKED = { from: 100, wantAddresses: false };

describe('the next wake of a zone', () => {
  const foldKnownFrom = (since: number) => new ZoneFold('z', 1, 1000, since, new Map(), []);

  // Regression: after an outage of hours, a loss that had ended meanwhile woke nobody.
  it('is at once when the fold lacks the time since the last try', () => {
    const fold = foldKnownFrom(5000);
    fold.expectWake(1000, { unbacked: UNBACKED });
    expect(fold.nextWake).toBe(1001);
  });

  it('is never while nothing changes by itself', () => {
    const fold = foldKnownFrom(500);
    fold.expectWake(1000, { unbacked: UNBACKED });
    expect(fold.nextWake).toBe(Infinity);
  });
});
