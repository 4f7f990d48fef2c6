import fc from 'fast-check';
import { FOREVER, LAST_INSTANT } from '../kernel/time-window.js';
import { expiryColumns, keptExpiry, mayExpireIn } from './expiry.js';
import { OPERATIONS_SPELLING } from './reservation.js';

const SECONDS = 12;
const anyInstant = fc.nat(SECONDS);
const anyWindow = fc
  .record({ start: anyInstant, length: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(FOREVER)) })
  .map(({ start, length }) => ({ start, end: start + length }));

describe('the expiry of a reservation', () => {
  it('may be in a window exactly if the window takes it', () => {
    fc.assert(
      fc.property(anyWindow, anyInstant, (window, at) => {
        const take = () => expiryColumns({ at }, window, 0, OPERATIONS_SPELLING);
        if (at > 0 && mayExpireIn(window, { at })) expect(take()).toEqual({ expiresAt: at });
        else expect(take).toThrow();
      }),
    );
    expect(mayExpireIn({ start: 0, end: 10 }, { secondsAfterStart: 20 })).toBe(true);
    expect(mayExpireIn({ start: 0, end: 10 }, null)).toBe(true);
  });

  it.each([
    { expiry: { at: 7 }, now: 7, refused: /must lie in the future/ },
    { expiry: { at: 5 }, now: 3, refused: /must be later than start/ },
    { expiry: { at: 11 }, now: 3, refused: /must not be later than end/ },
    { expiry: { secondsAfterStart: 6 }, now: 3, refused: /must not be later than end/ },
    { expiry: { secondsAfterStart: 0 }, now: 9, columns: { expiresAt: 5, expiresAfter: 0 } },
    { expiry: { secondsAfterStart: 5 }, now: 3, columns: { expiresAt: 10, expiresAfter: 5 } },
    { expiry: { at: 10 }, now: 3, columns: { expiresAt: 10 } },
    { expiry: null, now: 3, columns: {} },
  ])('$expiry from 5 to 10, asked for at $now: $refused $columns', ({ expiry, now, refused, columns }) => {
    const take = () => expiryColumns(expiry, { start: 5, end: 10 }, now, OPERATIONS_SPELLING);
    if (refused) expect(take).toThrow(refused);
    else expect(take()).toEqual({ expiresAt: undefined, expiresAfter: undefined, ...columns });
  });

  it('lies no later than a time can be written', () => {
    const take = (at: number) => expiryColumns({ at }, { start: 5, end: FOREVER }, 0, OPERATIONS_SPELLING);
    expect(take(LAST_INSTANT).expiresAt).toBe(LAST_INSTANT);
    expect(() => take(LAST_INSTANT + 1)).toThrow(/year 9999/);
  });
});

describe('an expiry that a changed window keeps', () => {
  const before = { start: 10, end: 20 };

  it.each([
    { of: { expiresAt: 15 }, window: { start: 12, end: 20 }, now: 0, at: 15, why: 'stays where it is' },
    { of: { expiresAt: 15 }, window: { start: 15, end: 25 }, now: 0, at: 20, why: 'moves with the start' },
    { of: { expiresAt: 15 }, window: { start: 18, end: 21 }, now: 0, at: 21, why: 'ends with the window' },
    { of: { expiresAt: 15 }, window: { start: 10, end: 13 }, now: 0, at: 13, why: 'ends with the window' },
    { of: { expiresAt: 15 }, window: { start: 18, end: 30 }, now: 15, at: 15, why: 'has passed' },
    { of: { expiresAt: 5 }, window: { start: 2, end: 30 }, now: 0, at: 5, why: 'stays where it is' },
    { of: {}, window: { start: 12, end: 30 }, now: 0, at: undefined, why: 'is none' },
  ])('at $of.expiresAt $why in $window', ({ of, window, now, at }) => {
    expect(keptExpiry({ window: before, ...of }, window, now)).toEqual({ expiresAt: at });
  });

  it('counts its seconds from the new start, and ends with the window', () => {
    const kept = (start: number, end: number) =>
      keptExpiry({ window: before, expiresAt: 15, expiresAfter: 5 }, { start, end }, 17);
    expect(kept(12, 30)).toEqual({ expiresAt: 17, expiresAfter: 5 });
    expect(kept(12, 16)).toEqual({ expiresAt: 16, expiresAfter: 5 });
    expect(kept(LAST_INSTANT - 1, FOREVER)).toEqual({ expiresAt: LAST_INSTANT, expiresAfter: 5 });
  });
});
