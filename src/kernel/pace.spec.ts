import { resultOf, WITHOUT_PAUSE } from './pace.js';

// Regression: nothing else was served while the fold of a zone with a million reservations was built, for more than a second.
describe('work without a pause', () => {
  let now: number;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => jest.restoreAllMocks());

  function* partsOf(count: number, milliseconds: number): Generator<void, number> {
    for (let part = 0; part < count; part++) {
      now += milliseconds;
      yield;
    }
    return count;
  }

  it('lets the event loop serve others between parts that take long together', async () => {
    let turns = 0;
    const count = (): NodeJS.Immediate => setImmediate(() => ((turns += 1), (next = count())));
    let next = count();
    expect(await WITHOUT_PAUSE.inParts(partsOf(8, 6))).toBe(8);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('is done at once if it is short, or if nobody may go first', async () => {
    let isServed = false;
    setImmediate(() => (isServed = true));
    expect(await WITHOUT_PAUSE.inParts(partsOf(1_000, 0))).toBe(1_000);
    expect(resultOf(partsOf(8, 6))).toBe(8);
    expect(isServed).toBe(false);
  });
});
