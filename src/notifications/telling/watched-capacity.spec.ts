import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CapacityTimelines, type Figures } from '../../allocation/fold/capacity-timelines.js';
import type { Commit } from '../../allocation/ledger/reader.js';
import type { FoldEntry, Movement } from '../../allocation/fold/entry.js';
import { FOREVER } from '../../kernel/time-window.js';
import { CONDITIONS, type CapacitySubscription, type Threshold } from '../../subscriptions/subscription.js';
import { holds } from './condition.js';
import {
  MAX_FIRINGS,
  MAX_INSTANTS,
  MAX_UNCONDITIONAL,
  WatchedCapacity,
  type Firing,
} from './watched-capacity.js';

interface Line {
  readonly moves: Movement;
  readonly start: number;
  readonly length: number;
  readonly amount: number;
}

const line = fc.record<Line>({
  moves: fc.constantFrom('total', 'reserved', 'allocated'),
  start: fc.integer({ min: 0, max: 30 }),
  length: fc.oneof(fc.integer({ min: 1, max: 15 }), fc.constant(FOREVER)),
  amount: fc.integer({ min: -4, max: 4 }).filter((amount) => amount !== 0),
});
const history = fc.array(
  fc.record({ pause: fc.integer({ min: 0, max: 6 }), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 12 },
);
const threshold = fc.record<Threshold>({
  type: fc.constantFrom('absoluteValue', 'percentageOfTotal'),
  figure: fc.constantFrom('total', 'reserved', 'allocated', 'available'),
  condition: fc.constantFrom(...CONDITIONS),
  value: fc.integer({ min: 0, max: 8 }),
});

function subscription(id: string, wanted: Threshold | undefined, createdAt = 0): CapacitySubscription {
  return { id, kind: 'compute', typeId: 'cpuCores', zoneId: 'z', threshold: wanted, createdAt };
}

function commitsOf(all: readonly { pause: number; lines: readonly Line[] }[]): Commit[] {
  let recordedAt = 0;
  return all.map(({ pause, lines }, index) => {
    recordedAt += pause;
    const entries = lines.map(({ moves, start, length, amount }) => ({
      moves,
      window: { start, end: start + length },
      amounts: { cores: amount, ram: 1 },
    }));
    return { zoneId: 'z', sequence: index + 1, recordedAt, entries };
  });
}

/** The figures at an instant, added up from scratch. */
function figuresAt(commits: readonly Commit[], at: number): Figures {
  const sum = { total: 0, reserved: 0, allocated: 0 };
  for (const { entries } of commits) {
    for (const { moves, window, amounts } of entries) {
      if (window.start <= at && at < window.end) sum[moves] += amounts.cores;
    }
  }
  return { ...sum, available: sum.total - sum.reserved - sum.allocated };
}

/** Every figure after every commit and at every second between. */
function everySecond(commits: readonly Commit[], until: number): { at: number; figures: Figures }[] {
  const seen: { at: number; figures: Figures }[] = [];
  let at = 0;
  const known: Commit[] = [];
  for (const commit of [...commits, undefined]) {
    for (; at < (commit?.recordedAt ?? until);) seen.push({ at: ++at, figures: figuresAt(known, at) });
    if (!commit) break;
    known.push(commit);
    seen.push({ at, figures: figuresAt(known, at) });
  }
  return seen;
}

function crossingsIn(seen: readonly { at: number; figures: Figures }[], wanted: Threshold, held: boolean) {
  return seen.filter(({ figures }) => {
    const before = held;
    held = holds(wanted, figures);
    return held && !before;
  });
}

function watched(watches: readonly CapacitySubscription[], since?: number): WatchedCapacity {
  const asWatch = (one: CapacitySubscription) => ({
    subscription: one,
    name: 'cores',
    from: one.createdAt,
    since: since === undefined ? undefined : new Map([['z', since]]),
  });
  const capacity = new WatchedCapacity(new CapacityTimelines(), new Map(), 0);
  capacity.watch(watches.map(asWatch));
  return capacity;
}

const told = (firings: readonly Firing[], id: string) =>
  firings.filter((firing) => firing.subscription.id === id).map(({ at, figures }) => ({ at, figures }));

describe('WatchedCapacity', () => {
  it('fires at every crossing, wherever the rounds are cut', () => {
    fc.assert(
      fc.property(
        history,
        fc.array(threshold, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (all, wanted, cut) => {
          const commits = commitsOf(all);
          const until = (commits.at(-1)?.recordedAt ?? 0) + 50;
          const capacity = watched(wanted.map((one, index) => subscription(`s${index}`, one)));
          const firings: Firing[] = [];
          commits.forEach((commit, index) => {
            capacity.apply(commit);
            if (index === cut % (commits.length + 1))
              firings.push(...capacity.finish(commit.recordedAt).firings);
          });
          firings.push(...capacity.finish(until).firings);
          const seen = everySecond(commits, until);
          wanted.forEach((one, index) => {
            const held = holds(one, figuresAt([], 0));
            expect(told(firings, `s${index}`)).toEqual(crossingsIn(seen, one, held));
          });
        },
      ),
    );
  });

  it('evaluates a new condition from the point of its subscription on', () => {
    fc.assert(
      fc.property(history, threshold, fc.nat(), (all, wanted, at) => {
        const commits = commitsOf(all);
        const until = (commits.at(-1)?.recordedAt ?? 0) + 50;
        const since = at % (commits.length + 1);
        const createdAt = commits[since - 1]?.recordedAt ?? 0;
        const capacity = watched([subscription('s', wanted, createdAt)], since);
        for (const commit of commits) capacity.apply(commit);
        const { firings, joined } = capacity.finish(until);
        const before = everySecond(commits.slice(0, since), createdAt);
        const seen = everySecond(commits, until);
        const begun = { at: createdAt, figures: figuresAt(commits.slice(0, since), createdAt) };
        expect(told(firings, 's')).toEqual(crossingsIn([begun, ...seen.slice(before.length)], wanted, false));
        expect(joined).toEqual(['s']);
      }),
    );
  });

  it('fires at every change without a condition, wherever the rounds are cut', () => {
    fc.assert(
      fc.property(history, fc.nat(), (all, cut) => {
        const commits = commitsOf(all);
        const until = (commits.at(-1)?.recordedAt ?? 0) + 50;
        const capacity = watched([subscription('s', undefined)]);
        const firings: Firing[] = [];
        commits.forEach((commit, index) => {
          capacity.apply(commit);
          if (index === cut % (commits.length + 1))
            firings.push(...capacity.finish(commit.recordedAt).firings);
        });
        firings.push(...capacity.finish(until).firings);
        let before = figuresAt([], 0);
        const changes = everySecond(commits, until).filter(({ figures }) => {
          const isChange = !isDeepStrictEqual(figures, before);
          before = figures;
          return isChange;
        });
        expect(told(firings, 's')).toEqual(changes);
      }),
    );
  });

  it('sends the newest figures of a round with more notifications than its limit', () => {
    const [many, more] = [MAX_UNCONDITIONAL / 2, 7];
    const capacity = watched(
      Array.from({ length: many }, (_, index) => subscription(`s${index}`, undefined)),
    );
    const change = { moves: 'total' as const, window: { start: 0, end: FOREVER }, amounts: { cores: 1 } };
    for (let sequence = 1; sequence <= more; sequence++)
      capacity.apply({ zoneId: 'z', sequence, recordedAt: sequence, entries: [change] });
    const { firings } = capacity.finish(more);
    expect(firings).toHaveLength(MAX_UNCONDITIONAL);
    expect(told(firings, 's0').map(({ figures }) => figures.total)).toEqual([more - 1, more]);
  });

  // Regression: each change turned all conditions, and all notifications of thousands of changes were in memory at once.
  describe('with so many conditions that each change is enough for a round', () => {
    const low: Threshold = { type: 'absoluteValue', figure: 'total', condition: 'le', value: 0 };
    const many = Array.from({ length: MAX_FIRINGS }, (_, index) => subscription(`s${index}`, low));
    const change = (start: number, end: number, cores: number): FoldEntry => ({
      moves: 'total',
      window: { start, end },
      amounts: { cores },
    });
    const commit = (sequence: number, recordedAt: number, entries: FoldEntry[]): Commit => ({
      zoneId: 'z',
      sequence,
      recordedAt,
      entries,
    });

    it('leaves further commits to the next round', () => {
      const capacity = watched(many);
      const up = (sequence: number) => commit(sequence, sequence, [change(0, FOREVER, 1)]);
      const down = (sequence: number) => commit(sequence, sequence, [change(0, FOREVER, -1)]);
      expect([up(1), down(2), up(3)].map((one) => capacity.apply(one))).toEqual([true, true, false]);
      expect(capacity.finish()).toMatchObject({ firings: { length: MAX_FIRINGS }, reached: 2 });
      expect([up(3), down(4), up(5)].map((one) => capacity.apply(one))).toEqual([true, true, false]);
      expect(capacity.finish()).toMatchObject({ firings: { length: MAX_FIRINGS }, reached: 4 });
    });

    it('leaves later instants to the next round', () => {
      const capacity = watched(many);
      capacity.apply(commit(1, 1, [change(0, 10, 1), change(20, 30, 1), change(35, 50, 1)]));
      expect(capacity.finish(40)).toMatchObject({ firings: { length: MAX_FIRINGS }, reached: 10 });
      expect(capacity.finish(40)).toMatchObject({ firings: { length: MAX_FIRINGS }, reached: 30 });
      expect(capacity.finish(40)).toMatchObject({ firings: { length: 0 }, reached: 40 });
    });
  });

  // Regression: all instants of a long pause were evaluated at once.
  it('leaves the instants of a long pause to several rounds', () => {
    const entries = Array.from({ length: MAX_INSTANTS + 7 }, (_, start) => ({
      moves: 'total' as const,
      window: { start: start + 1, end: FOREVER },
      amounts: { cores: 1 },
    }));
    const capacity = watched([
      subscription('s', { type: 'absoluteValue', figure: 'total', condition: 'ge', value: MAX_INSTANTS + 7 }),
    ]);
    capacity.apply({ zoneId: 'z', sequence: 1, recordedAt: 0, entries });
    const later = MAX_INSTANTS * 2;
    expect(capacity.finish(later)).toMatchObject({ firings: [], reached: MAX_INSTANTS });
    const next = capacity.finish(later);
    expect([next.reached, next.firings[0].at]).toEqual([later, MAX_INSTANTS + 7]);
  });

  it('keeps the state of existing conditions when others come and go', () => {
    const low: Threshold = { type: 'absoluteValue', figure: 'total', condition: 'ge', value: 3 };
    const capacity = watched([subscription('a', low)]);
    const entries = [{ moves: 'total' as const, window: { start: 0, end: FOREVER }, amounts: { cores: 5 } }];
    capacity.apply({ zoneId: 'z', sequence: 1, recordedAt: 1, entries });
    expect(told(capacity.finish(1).firings, 'a')).toHaveLength(1);
    capacity.watch([
      { subscription: subscription('a', low), name: 'cores', from: 0 },
      { subscription: subscription('b', low, 1), name: 'cores', from: 1, since: new Map([['z', 1]]) },
    ]);
    const { firings } = capacity.finish(2);
    expect(told(firings, 'a')).toEqual([]);
    expect(told(firings, 'b')).toHaveLength(1);
  });
});
