import { jest } from '@jest/globals';
import fc from 'fast-check';
import { amountsUpTo, entry, foldOf, smallWindow, smallWorld } from '../../../test/support/folds.js';
import { instanceRecord, reservationRecord } from '../../../test/support/reservations.js';
import { FOREVER } from '../../kernel/time-window.js';
import { AddressBook } from '../addresses/address-book.js';
import { Draft } from './draft.js';
import { NO_ROWS } from './loaded-rows.js';
import type { ReservationRecord } from './records.js';
import type { LedgerEntry } from '../fold/entry.js';
import { KEPT, type CapacityView } from '../fold/capacity-timelines.js';
import type { ZoneView } from '../fold/zone-fold.js';
import { runs } from '../../../test/support/runs.js';

const ALWAYS = { start: 0, end: FOREVER };

/** All figures of a fold; a provider without figures counts as absent. */
function picture(fold: ZoneView): unknown {
  const steps = (timelines: CapacityView): unknown[] =>
    KEPT.flatMap((kept) =>
      [...timelines.keptClasses(kept)]
        .map(
          (name) =>
            [kept, name, JSON.stringify([...(timelines.timeline(kept, name)?.steps(ALWAYS) ?? [])])] as const,
        )
        .filter(([, , text]) => text !== '[{"at":0,"value":0}]')
        .sort(([, a], [, b]) => (a < b ? -1 : 1)),
    );
  const providers = [...fold.providerIds()].sort().map((id) => ({ id, steps: steps(fold.provider(id)) }));
  return {
    head: fold.head,
    tracked: fold.trackedClasses(),
    whole: steps(fold.whole()),
    providers: providers.filter((provider) => provider.steps.length > 0),
  };
}

const posts: fc.Arbitrary<LedgerEntry[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'd'),
      fc.constantFrom('total' as const, 'reserved' as const, 'allocated' as const),
      smallWindow,
      amountsUpTo({ cores: 5, ram: 5, gpus: 2 }),
    )
    .map(([id, moves, window, amounts]) => entry(id, moves, window, amounts)),
  { minLength: 1, maxLength: 6 },
);

class Refused extends Error {}

function refuse(): never {
  throw new Refused();
}

describe('a draft', () => {
  it('adds to a reservation the instances of its own that the batch has created', () => {
    const [one, other] = ['r1', 'r2'].map((id) => ({
      record: reservationRecord(id, ALWAYS, { instances: 1 }),
      claims: [],
      instances: [],
    }));
    const draft = new Draft(foldOf([]), 0);
    for (const held of [one, other]) draft.saveReservation(held);
    draft.saveInstance(instanceRecord('i', other, 'a', { instances: 1 }));
    expect(draft.reservation('r1')?.instances).toEqual([]);
    expect(draft.reservation('r2')?.instances).toMatchObject([{ id: 'i' }]);
  });

  it('restores the fold when a decision is refused, and keeps what was decided before', () => {
    fc.assert(
      fc.property(smallWorld({ cores: 6, ram: 6 }), posts, posts, (entries, kept, refused) => {
        const fold = foldOf(entries);
        const draft = new Draft(fold, 0);
        draft.withSavepoint(() => kept.forEach((each) => draft.post(each)));
        const before = picture(fold);
        const decision = (): never => {
          refused.forEach((each) => draft.post(each));
          return refuse();
        };
        expect(() => draft.withSavepoint(decision)).toThrow(Refused);
        expect(picture(fold)).toEqual(before);
        expect(draft.entries).toEqual(kept);
      }),
      { numRuns: runs(500) },
    );
  });

  it('removes all its entries from the fold when it is undone', () => {
    fc.assert(
      fc.property(smallWorld({ cores: 6, ram: 6 }), posts, (entries, posted) => {
        const fold = foldOf(entries);
        const before = picture(fold);
        const draft = new Draft(fold, 0);
        posted.forEach((each) => draft.post(each));
        draft.undo();
        draft.undo();
        expect(picture(fold)).toEqual(before);
        expect(draft.isEmpty).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('drops the rows of a refused decision, and keeps earlier ones', () => {
    const draft = new Draft(foldOf([]), 0);
    const first = { record: reservationRecord('r', ALWAYS, { cores: 1 }), claims: [], instances: [] };
    draft.saveReservation(first);
    const decision = (): never => {
      draft.saveReservation({ ...first, record: reservationRecord('r', ALWAYS, { cores: 2 }) });
      draft.saveReservation({ ...first, record: reservationRecord('s', ALWAYS, { cores: 2 }) });
      draft.saveInstance(instanceRecord('i', first, 'a', { cores: 1 }));
      draft.saveAddressRange('192.0.2.0/24');
      draft.savePoolEntry({
        zoneId: 'z',
        id: 'p',
        providerId: 'a',
        window: ALWAYS,
        amounts: {},
        createdAt: 0,
      });
      draft.noteCreated('s');
      draft.retireProvider('a');
      draft.wantAddresses(3);
      draft.removeReservation('r');
      return refuse();
    };
    expect(() => draft.withSavepoint(decision)).toThrow(Refused);
    expect([draft.changes, draft.isRetired('a'), draft.addressesWanted]).toEqual([[], false, 0]);
    expect(draft.knownReservations()).toEqual([first]);
    expect(draft.instance('i')).toBeUndefined();
    expect([...draft.poolEntries.keys()]).toEqual([]);
    expect(draft.addressRanges).toEqual([]);
  });

  it('knows which reservations name an element, as its decisions left them', () => {
    const named = (id: string, ...elements: string[]) => ({
      record: { ...reservationRecord(id, ALWAYS, { cores: 1 }), elements },
      claims: [],
      instances: [],
    });
    const [stored, other] = [named('r', 'ResourceAllocation:i'), named('s', 'ResourceAllocation:i')];
    const rows = { ...NO_ROWS, protectors: new Map([['i', [stored.record]]]) };
    const draft = new Draft(foldOf([]), 0, rows);
    const namers = (id: string): string[] => draft.namersOf(id).map((record) => record.id);
    draft.saveReservation(other);
    expect(namers('i')).toEqual(['r', 's']);
    const decision = (): never => {
      draft.saveReservation(named('r', 'ResourceAllocation:j'));
      draft.saveReservation(named('s'));
      expect([namers('i'), namers('j')]).toEqual([[], ['r']]);
      return refuse();
    };
    expect(() => draft.withSavepoint(decision)).toThrow(Refused);
    expect([namers('i'), namers('j')]).toEqual([['r', 's'], []]);
  });

  it('gives back the addresses of a refused decision', () => {
    const book = new AddressBook(['192.0.2.0/30'], []);
    const draft = new Draft(foldOf([]), 0, undefined, book);
    expect(draft.assignAddresses('r', 1, ALWAYS)).toEqual(['192.0.2.1']);
    const decision = (): never => {
      draft.endAddresses('r');
      draft.assignAddresses('s', 2, ALWAYS);
      return refuse();
    };
    expect(() => draft.withSavepoint(decision)).toThrow(Refused);
    expect(book.assignmentsOf('s')).toEqual([]);
    expect(draft.assignAddresses('t', 1, ALWAYS)).toEqual(['192.0.2.2']);
    expect(draft.assignAddresses('u', 1, ALWAYS)).toBe('too-few');
    draft.undo();
    expect(draft.addressRoom('v').most(ALWAYS, 9)).toBe(2);
  });

  it('has nothing to take back for a reservation without addresses', () => {
    const book = new AddressBook(['192.0.2.0/30'], []);
    const draft = new Draft(foldOf([]), 0, undefined, book);
    draft.endAddresses('r');
    const restore = jest.spyOn(book, 'restore');
    draft.undo();
    expect(restore).not.toHaveBeenCalled();
  });

  it('knows who names an element, and what a tenant holds, among the reservations of its batch', () => {
    const fold = foldOf([]);
    fold.tenants.keep('red', []);
    const draft = new Draft(fold, 7);
    const save = (id: string, changed: Partial<ReservationRecord>): void =>
      draft.saveReservation({
        record: { ...reservationRecord(id, ALWAYS, { cores: 1 }), ...changed },
        claims: [],
        instances: [],
      });
    save('red', { tenant: 'red', elements: ['Reservation:x', 'Reservation:y'] });
    save('waiting', { tenant: 'red', status: 'waiting', elements: ['Reservation:y'] });
    save('blue', { tenant: 'blue', elements: ['Reservation:x'] });
    save('in conflict', { tenant: 'red', status: 'conflict' });
    save('ended', { tenant: 'red', endedAt: 6, elements: ['Reservation:y'] });
    const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);
    const held = () => fold.tenants.peak('red', 'cores', ALWAYS, { now: 7 }).value;
    expect(ids(draft.namersOf('y'))).toEqual(['red', 'waiting']);
    expect(ids(draft.protectorsOf('y'))).toEqual(['red']);
    expect(held()).toBe(2);
    draft.undo();
    expect(held()).toBe(0);
  });

  it('notes the changes of a reservation by one decision as one, also if it rehearses in between', () => {
    const draft = new Draft(foldOf([]), 7);
    const save = (status: ReservationRecord['status']): void =>
      draft.saveReservation({
        record: { ...reservationRecord('a', ALWAYS, { cores: 1 }), status },
        claims: [],
        instances: [],
      });
    save('admitted');
    draft.withSavepoint(() => {
      save('conflict');
      draft.rehearse(() => save('waiting'));
      save('admitted');
    });
    const change = { before: { status: 'admitted' }, after: { status: 'admitted' } };
    expect(draft.changes).toMatchObject([{ id: 'a', change }]);
    draft.undo();
    expect(draft.changes).toEqual([]);
  });

  it('has the pool entries of a provider that change something from now on', () => {
    const draft = new Draft(foldOf([]), 7);
    const save = (id: string, providerId: string, start: number, end: number): void =>
      draft.savePoolEntry({
        zoneId: 'z',
        id,
        providerId,
        window: { start, end },
        amounts: { cores: 1 },
        createdAt: 0,
      });
    save('passed', 'a', 0, 7);
    save('ended before it began', 'a', 9, 9);
    save('of another', 'b', 0, 9);
    save('under way', 'a', 0, 8);
    save('ahead', 'a', 9, 10);
    expect(draft.poolEntriesOf('a').map(({ id }) => id)).toEqual(['under way', 'ahead']);
  });

  it('makes no provider of an entry without one', () => {
    const draft = new Draft(foldOf([entry('a', 'total', ALWAYS, { cores: 1 })]), 0);
    draft.post({ ...entry('a', 'reserved', ALWAYS, {}), providerId: undefined });
    expect([[...draft.fold.providerIds()], draft.head]).toStrictEqual([['a'], 1]);
  });

  it('leaves out an entry whose window is empty', () => {
    const draft = new Draft(foldOf([]), 0);
    draft.post(entry('a', 'total', { start: 5, end: 5 }, { cores: 1 }));
    expect(draft.isEmpty).toBe(true);
  });
});
