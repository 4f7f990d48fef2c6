import { SystemClock } from './clock.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const second = NOW / 1000;

describe('the clock of the machine', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  /** Time passes, and the machine shows it. */
  const pass = (seconds: number): void => jest.advanceTimersByTime(seconds * 1000);

  it('is followed up to the limit', () => {
    const clock = new SystemClock();
    expect(clock.now()).toBe(second);
    clock.limitTo(second + 300);
    jest.setSystemTime(NOW + 300_000);
    expect(clock.now()).toBe(second + 300);
    jest.setSystemTime(NOW + 3_600_000);
    expect(clock.now()).toBe(second + 300);
  });

  it('goes on evenly at the limit', () => {
    const clock = new SystemClock();
    clock.limitTo(second + 300);
    jest.setSystemTime(NOW + 3_600_000);
    pass(90);
    expect(clock.now()).toBe(second + 390);
  });

  it('has a limit that is raised and not lowered', () => {
    const clock = new SystemClock();
    clock.limitTo(second + 300);
    jest.setSystemTime(NOW + 3_600_000);
    clock.limitTo(second - 500);
    expect(clock.now()).toBe(second + 300);
    clock.limitTo(second + 700);
    expect(clock.now()).toBe(second + 700);
  });

  it('is followed again when it is right again, and always when it is behind', () => {
    const clock = new SystemClock();
    clock.limitTo(second + 300);
    jest.setSystemTime(NOW + 3_600_000);
    pass(10);
    jest.setSystemTime(NOW + 10_000);
    expect(clock.now()).toBe(second + 10);
    jest.setSystemTime(NOW - 3_600_000);
    expect(clock.now()).toBe(second - 3_600);
  });
});
