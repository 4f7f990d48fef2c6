import fc from 'fast-check';
import {
  amountsUpTo,
  availableAt,
  entry,
  foldOf,
  LAST_SECOND,
  smallWindow,
} from '../../../test/support/folds.js';
import { instanceRecord, reservationRecord } from '../../../test/support/reservations.js';
import { isNothing, sumOf, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER, fromNow, type TimeWindow } from '../../kernel/time-window.js';
import { demandOf } from './demand.js';
import { Draft } from '../admission/draft.js';
import { NO_ROWS } from '../admission/loaded-rows.js';
import { DisplacesMore } from '../admission/refusals.js';
import { displaceBacked, displaceFrom, heldClaims, hold, readmitConflicted, usedClaims } from './holding.js';
import { place } from './placement.js';
import type { HeldReservation } from '../admission/records.js';
import { runs } from '../../../test/support/runs.js';

const ALWAYS = { start: 0, end: FOREVER };
const NOW = 2;
const FULL: ResourceAmounts = { cores: 6, ram: 6, instances: 4 };

interface Wish {
  readonly window: TimeWindow;
  readonly amounts: ResourceAmounts;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  window: smallWindow.filter(({ end }) => end > NOW),
  amounts: amountsUpTo({ cores: 6, ram: 4, instances: 2 }).filter((amounts) => !isNothing(amounts)),
});
const wishes = fc.array(wish, { minLength: 1, maxLength: 8 });
const cut = fc.record({ window: smallWindow.filter(({ end }) => end > NOW), amounts: amountsUpTo(FULL) });

/** A draft of some providers that admits every wish that fits, in the order given. */
function admitted(providers: readonly string[], wanted: readonly Wish[]): Draft {
  const draft = new Draft(foldOf([]), NOW);
  for (const id of providers) draft.post(entry(id, 'total', ALWAYS, FULL));
  wanted.forEach(({ window, amounts }, index) => {
    const claims = place(draft.fold, demandOf(amounts), fromNow(window, NOW));
    if (!claims) return;
    const record = reservationRecord(`r${index}`, window, amounts, { createdAt: index });
    hold(draft, record.id, claims, window);
    draft.saveReservation({ record, claims, instances: [] });
  });
  return draft;
}

/** Takes capacity away by force, as change-capacity does, but leaves at least 0. */
function decrease(draft: Draft, providerId: string, { window, amounts }: Wish): string[] {
  const taken = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => {
      const total = draft.fold.provider(providerId).total(name)?.least(window).value ?? 0;
      return [name, -Math.min(amount, total)];
    }),
  );
  draft.post(entry(providerId, 'total', fromNow(window, NOW), taken));
  return displaceFrom(draft, providerId, fromNow(window, NOW)).map(({ record }) => record.id);
}

function inConflict(draft: Draft): HeldReservation[] {
  return draft.knownReservations().filter(({ record }) => record.status === 'conflict');
}

/** For each reservation, the entries from now on sum up to its claims minus its instances' amounts. */
function expectLedgerMatchesClaims(draft: Draft): void {
  for (const held of draft.knownReservations()) {
    const own = draft.entries.filter(
      ({ ownerId, moves }) => ownerId === held.record.id && moves === 'reserved',
    );
    for (let second = NOW; second <= LAST_SECOND; second++) {
      const inForce = own.filter(({ window }) => window.start <= second && second < window.end);
      const isOpen = held.record.window.start <= second && second < held.record.window.end;
      for (const id of new Set(own.flatMap(({ providerId }) => providerId ?? []))) {
        const entered = sumOf(
          inForce.filter(({ providerId }) => providerId === id).map(({ amounts }) => amounts),
        );
        const claimed = heldClaims(held, NOW).find(({ providerId }) => providerId === id)?.amounts ?? {};
        expect(entered).toEqual(isOpen ? claimed : {});
      }
    }
  }
}

function expectNothingOverdrawn(draft: Draft, providers: readonly string[]): void {
  for (const id of providers) {
    for (const name of Object.keys(FULL)) {
      for (let second = NOW; second <= LAST_SECOND; second++) {
        expect(availableAt(draft.entries, id, name, second)).toBeGreaterThanOrEqual(0);
      }
    }
  }
}

describe('capacity taken away by force', () => {
  it('leaves no promise without capacity, and entries and claims agree', () => {
    fc.assert(
      fc.property(wishes, fc.array(cut, { minLength: 1, maxLength: 3 }), (wanted, cuts) => {
        const draft = admitted(['a', 'b'], wanted);
        for (const each of cuts) {
          const before = new Map(draft.knownReservations().map((held) => [held.record.id, held]));
          const touched = decrease(draft, 'a', each);
          for (const held of draft.knownReservations()) {
            if (!touched.includes(held.record.id)) expect(held).toEqual(before.get(held.record.id));
          }
          expectNothingOverdrawn(draft, ['a', 'b']);
          expectLedgerMatchesClaims(draft);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('marks only what fits nowhere in the zone, and such a reservation holds nothing', () => {
    fc.assert(
      fc.property(wishes, cut, (wanted, taken) => {
        const draft = admitted(['a', 'b'], wanted);
        decrease(draft, 'a', taken);
        readmitConflicted(draft);
        for (const held of inConflict(draft)) {
          expect(held.claims).toEqual([]);
          const part = fromNow(held.record.window, NOW);
          expect(place(draft.fold, demandOf(held.record.amounts), part)).toBeUndefined();
        }
        expectNothingOverdrawn(draft, ['a', 'b']);
      }),
      { numRuns: runs(400) },
    );
  });

  it('spares an older reservation as long as dropping younger ones is enough', () => {
    const always = { start: NOW, end: FOREVER };
    const draft = admitted(
      ['a'],
      [2, 2, 2].map((cores) => ({ window: always, amounts: { cores } })),
    );
    expect(decrease(draft, 'a', { window: always, amounts: { cores: 3 } })).toEqual(['r2', 'r1']);
    expect(inConflict(draft).map(({ record }) => record.id)).toEqual(['r1', 'r2']);
  });

  it('displaces none of those read before a later one that may not have been read', () => {
    const always = { start: NOW, end: FOREVER };
    const stored = admitted(
      ['a'],
      [2, 2, 2].map((cores) => ({ window: always, amounts: { cores } })),
    );
    const backing = { providerId: 'a', window: always, most: 1 };
    // Another request of the batch has read the oldest one.
    const reservations = new Map(stored.reservations);
    reservations.delete('r1');
    const rows = { ...NO_ROWS, reservations, cutAt: new Map([[backing, 'r2']]) };
    const taking = (cores: number) => {
      const draft = new Draft(foldOf(stored.entries), NOW, rows);
      draft.post(entry('a', 'total', always, { cores: -cores }));
      return () => displaceBacked(draft, backing, always).map(({ record }) => record.id);
    };
    expect(taking(2)()).toEqual(['r2']);
    expect(taking(3)).toThrow(DisplacesMore);
    rows.cutAt.clear();
    expect(taking(3)()).toEqual(['r2', 'r0']);
  });

  it('spares a reservation outside the window in which capacity is lost', () => {
    const amounts = { cores: 6 };
    const draft = admitted(['a'], [{ window: { start: 5, end: 8 }, amounts }]);
    expect(decrease(draft, 'a', { window: { start: NOW, end: 5 }, amounts })).toEqual([]);
    expect(decrease(draft, 'a', { window: { start: 8, end: 10 }, amounts })).toEqual([]);
    expect(decrease(draft, 'a', { window: { start: 7, end: 8 }, amounts })).toEqual(['r0']);
  });

  it('has everything admitted again once the capacity is back', () => {
    fc.assert(
      fc.property(wishes, fc.array(cut, { minLength: 1, maxLength: 3 }), (wanted, cuts) => {
        const draft = admitted(['a'], wanted);
        const marks: { window: TimeWindow; amounts: ResourceAmounts }[] = [];
        for (const each of cuts) {
          const from = draft.entries.length;
          decrease(draft, 'a', each);
          marks.push(draft.entries[from]);
        }
        for (const { window, amounts } of marks) {
          const back = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
          draft.post(entry('a', 'total', window, back));
          readmitConflicted(draft);
        }
        expect(inConflict(draft)).toEqual([]);
        expectNothingOverdrawn(draft, ['a']);
        expectLedgerMatchesClaims(draft);
      }),
      { numRuns: runs(400) },
    );
  });

  it('readmits the oldest first', () => {
    const always = { start: NOW, end: FOREVER };
    const draft = admitted(
      ['a'],
      [3, 3].map((cores) => ({ window: always, amounts: { cores } })),
    );
    decrease(draft, 'a', { window: always, amounts: { cores: 6 } });
    expect(inConflict(draft)).toHaveLength(2);
    draft.post(entry('a', 'total', always, { cores: 3 }));
    readmitConflicted(draft);
    expect(inConflict(draft).map(({ record }) => record.id)).toEqual(['r1']);
  });

  it('takes the order of ids, which follow the time, for those of one second', () => {
    const always = { start: NOW, end: FOREVER };
    const draft = new Draft(foldOf([]), NOW);
    draft.post(entry('a', 'total', ALWAYS, FULL));
    // Not in the order of their ids.
    for (const id of ['r2', 'r1', 'r3']) {
      const claims = [{ providerId: 'a', amounts: { cores: 2 } }];
      hold(draft, id, claims, always);
      draft.saveReservation({
        record: reservationRecord(id, always, { cores: 2 }),
        claims,
        instances: [],
      });
    }
    expect(decrease(draft, 'a', { window: always, amounts: { cores: 6 } })).toEqual(['r3', 'r2', 'r1']);
    draft.post(entry('a', 'total', always, { cores: 2 }));
    readmitConflicted(draft);
    expect(inConflict(draft).map(({ record }) => record.id)).toEqual(['r2', 'r3']);
  });

  it('keeps what live instances use, and holds the rest again when it fits', () => {
    const window = { start: NOW, end: 10 };
    const draft = admitted(['a'], [{ window, amounts: { cores: 4, instances: 2 } }]);
    const [held] = draft.knownReservations();
    const drawn = { cores: 2, instances: 1 };
    draft.post(entry('a', 'reserved', window, { cores: -2, instances: -1 }, 'r0'));
    draft.post(entry('a', 'allocated', window, drawn, 'i'));
    draft.saveInstance(instanceRecord('i', held, 'a', drawn, { window }));
    decrease(draft, 'a', { window, amounts: { cores: 4 } });
    const [displaced] = draft.knownReservations();
    expect(displaced.record.status).toBe('conflict');
    expect(displaced.claims).toEqual([{ providerId: 'a', amounts: drawn }]);
    expect(availableAt(draft.entries, 'a', 'cores', 5)).toBe(0);
    draft.post(entry('a', 'total', window, { cores: 4 }));
    readmitConflicted(draft);
    const [back] = draft.knownReservations();
    expect(back.record.status).toBe('admitted');
    expect(heldClaims(back, NOW)).toEqual([{ providerId: 'a', amounts: { cores: 2, instances: 1 } }]);
    expectLedgerMatchesClaims(draft);
  });
});

describe('what is left of the claims of a reservation', () => {
  it('is what its live instances do not draw from them', () => {
    const record = reservationRecord('r', ALWAYS, { cores: 5, instances: 3 });
    const bare = { record, claims: [{ providerId: 'a', amounts: record.amounts }], instances: [] };
    const amounts = { cores: 2, instances: 1, gigabytes: 20 };
    const live = instanceRecord('i', bare, 'a', amounts, { borrowed: { gigabytes: 20 } });
    const gone = instanceRecord('j', bare, 'a', amounts, { state: 'deleting' });
    const held = { ...bare, instances: [live, gone] };
    expect(usedClaims(held, NOW)).toEqual([{ providerId: 'a', amounts: { cores: 2, instances: 1 } }]);
    expect(heldClaims(held, NOW)).toEqual([{ providerId: 'a', amounts: { cores: 3, instances: 2 } }]);
  });
});
