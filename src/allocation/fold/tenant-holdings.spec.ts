import fc from 'fast-check';
import { LAST_SECOND, smallWindow } from '../../../test/support/folds.js';
import { runs } from '../../../test/support/runs.js';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { TenantHoldings, type Holding } from './tenant-holdings.js';

const holding = (id: string, window: TimeWindow, cores: number, lapsesAt = FOREVER): Holding => ({
  id,
  window,
  amounts: { cores },
  lapsesAt,
});

const drawn = fc
  .record({
    id: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    window: smallWindow,
    cores: fc.nat(3),
    lapsesAt: fc.oneof(fc.constant(FOREVER), fc.nat(LAST_SECOND)),
  })
  .map(({ id, window, cores, lapsesAt }) => holding(id, window, cores, lapsesAt));

type Change = { readonly id: string; readonly holding?: Holding; readonly isUndone: boolean };

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc
    .record({ holding: drawn, isRemoval: fc.boolean(), isUndone: fc.boolean() })
    .map((draw) => ({ ...draw, id: draw.holding.id, holding: draw.isRemoval ? undefined : draw.holding })),
  { maxLength: 12 },
);

/** The most held at one second of the window. */
function peakOf(
  holdings: Iterable<Holding>,
  { start, end }: TimeWindow,
  now: number,
): { value: number; at: number } {
  let peak = { value: -1, at: start };
  for (let second = start; second < Math.min(end, LAST_SECOND + 1); second++) {
    const value = [...holdings]
      .filter(({ window, lapsesAt }) => window.start <= second && second < window.end && lapsesAt > now)
      .reduce((sum, { amounts }) => sum + amounts.cores, 0);
    if (value > peak.value) peak = { value, at: second };
  }
  return peak;
}

describe('what tenants hold', () => {
  it('is the sum of what counts, whatever changes and is taken back', () => {
    const drawing = [drawn, drawn, drawn] as const;
    fc.assert(
      fc.property(
        fc.tuple(...drawing),
        changes,
        smallWindow,
        fc.nat(LAST_SECOND),
        fc.boolean(),
        (first, changed, window, now, isLeftOut) => {
          fc.pre(window.start >= now);
          const model = new Map(first.map((one) => [one.id, one]));
          const tenants = new TenantHoldings();
          tenants.keep('other', [holding('o', { start: 0, end: FOREVER }, 0)]);
          tenants.keep('t', [...model.values()]);
          for (const { id, holding: after, isUndone } of changed) {
            const takeBack = tenants.replace('t', id, after);
            if (isUndone) takeBack?.();
            else if (after) model.set(id, after);
            else model.delete(id);
          }
          const horizon = Math.max(0, now - 1);
          tenants.forgetBefore(horizon);
          const isHolding = [...model.values()].some(({ window: { end } }) => end > horizon);
          expect(tenants.has('t')).toBe(isHolding);
          fc.pre(isHolding);
          const without = isLeftOut ? 'r1' : undefined;
          const counted = [...model.values()].filter(({ id }) => id !== without);
          const expected = peakOf(counted, window, now);
          // Twice: asking changes nothing.
          for (let time = 0; time < 2; time++)
            expect(tenants.peak('t', 'cores', window, { now, without })).toEqual(expected);
          expect(tenants.peak('other', 'cores', window, { now }).value).toBe(0);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('no longer has a reservation that has left the zone, and says nothing of a tenant that it was not told of', () => {
    const tenants = new TenantHoldings();
    const window = { start: 0, end: 9 };
    tenants.keep('t', [holding('r1', window, 2), holding('r2', window, 1)]);
    tenants.remove('r1');
    expect(tenants.peak('t', 'cores', window, { now: 0 })).toEqual({ at: 0, value: 1 });
    expect(tenants.replace('u', 'r3', holding('r3', window, 1))).toBeUndefined();
    expect(() => tenants.peak('u', 'cores', window, { now: 0 })).toThrow();
  });

  const window = { start: 0, end: 9 };
  const many = (tenant: string) =>
    Array.from({ length: 100_000 }, (_, number) => holding(`${tenant}${number}`, window, 0));

  it('keeps only so many, those of the tenants that were last asked for', () => {
    const tenants = new TenantHoldings();
    for (const tenant of ['a', 'b']) tenants.keep(tenant, many(tenant));
    tenants.peak('a', 'cores', window, { now: 0 });
    tenants.keep('c', many('c'));
    expect(['a', 'b', 'c'].map((tenant) => tenants.has(tenant))).toEqual([true, false, true]);
  });

  it('takes a tenant whose holdings are shared for one that was asked for', () => {
    const tenants = new TenantHoldings();
    for (const tenant of ['a', 'b']) tenants.keep(tenant, many(tenant));
    new TenantHoldings().share('a', tenants);
    tenants.keep('c', many('c'));
    expect(['a', 'b', 'c'].map((tenant) => tenants.has(tenant))).toEqual([true, false, true]);
  });

  it('forgets tenants that hold nothing more', () => {
    const tenants = new TenantHoldings();
    tenants.keep('none', []);
    tenants.keep('ended', [holding('r1', window, 1)]);
    tenants.keep('holding', [holding('r2', { start: 0, end: 10 }, 1)]);
    tenants.forgetBefore(9);
    expect(['none', 'ended', 'holding'].map((tenant) => tenants.has(tenant))).toEqual([false, false, true]);
  });

  it('keeps only so many tenants, whatever they hold', () => {
    const tenants = new TenantHoldings();
    for (let number = 0; number < 45_000; number += 1) tenants.keep(`t${number}`, []);
    expect([tenants.has('t0'), tenants.has('t44999')]).toEqual([false, true]);
  });

  // Regression: a batch for two tenants with very many reservations dropped the first for the second, and failed.
  it('keeps all that a batch needs, however many they are', () => {
    const tenants = new TenantHoldings();
    const needed = ['a', 'b', 'c'];
    for (const tenant of ['x', ...needed])
      tenants.keep(tenant, many(tenant), tenant === 'x' ? ['x'] : needed);
    expect(['x', ...needed].map((tenant) => tenants.has(tenant))).toEqual([false, true, true, true]);
  });
});
