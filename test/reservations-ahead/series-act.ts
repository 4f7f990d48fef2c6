import fc from 'fast-check';
import { RULE } from './series-dates.js';

const KINDS = {
  series: 5,
  create: 2,
  updateSeries: 4,
  cancelSeries: 1,
  update: 2,
  cancel: 1,
  boot: 2,
  increase: 1,
  force: 2,
  decrease: 1,
  end: 1,
  advance: 3,
};

const kinds = Object.entries(KINDS).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as keyof typeof KINDS),
}));

/** Times are whole hours. */
export const ACT = fc.record({
  kind: fc.oneof(...kinds),
  rule: RULE,
  start: fc.integer({ min: -5, max: 30 }),
  length: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }) },
    fc.integer({ min: 21, max: 60 }),
  ),
  units: fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 6 })),
  expiry: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
  parts: fc.record({ units: fc.boolean(), name: fc.boolean() }),
  which: fc.nat(1000),
});

export type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;
