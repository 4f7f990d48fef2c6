import { foldOf } from '../../test/support/folds.js';
import { reservationRecord } from '../../test/support/reservations.js';
import { Draft } from '../allocation/admission/draft.js';
import { NO_ROWS, type LoadedRows } from '../allocation/admission/loaded-rows.js';
import type { HeldReservation, ReservationRecord } from '../allocation/admission/records.js';
import { heldUntil } from './hold-limits.js';
import { OPERATIONS_SPELLING } from './reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';
import type { ResolvedRequest } from './resolved-request.js';
import { checkNumberOfWaits } from './waiting.js';

/** Requests of one batch see the decisions before them, which no row shows yet. */

const NOW = 100;
const WINDOW = { start: 100, end: 200 };
const POLICY = { maxHolds: 2, maxHoldSeconds: 60, maxWaits: 2 } as ReservationPolicy;

const held = (id: string, more: Partial<ReservationRecord>): HeldReservation => ({
  record: reservationRecord(id, WINDOW, { cores: 1 }, more),
  claims: [],
  instances: [],
});

function draftOf(rows: Partial<LoadedRows>, decided: readonly HeldReservation[]): Draft {
  const draft = new Draft(foldOf([]), NOW, { ...NO_ROWS, ...rows });
  for (const each of decided) draft.saveReservation(each);
  return draft;
}

const request = (more: Partial<ResolvedRequest>): ResolvedRequest => ({
  amounts: { cores: 1 },
  elements: [],
  restrictedTo: [],
  spelling: OPERATIONS_SPELLING,
  tenant: 't',
  ...more,
});

describe('the number of reservations that a caller has on hold', () => {
  const hold = (draft: Draft, more: Partial<ResolvedRequest> = { holdSeconds: 10 }) =>
    heldUntil(draft, request(more), POLICY, WINDOW);
  const holding = { tenant: 't', heldUntil: 150 };
  const one = { holds: new Map([['t', ['a']]]) };

  it.each([
    { after: 'another hold of the caller', decided: held('b', holding), isRefused: true },
    { after: 'a hold of another tenant', decided: held('b', { ...holding, tenant: 'u' }), isRefused: false },
    { after: 'a hold without a tenant', decided: held('b', { heldUntil: 150 }), isRefused: false },
    { after: 'a hold that is over', decided: held('b', { ...holding, heldUntil: NOW }), isRefused: false },
    { after: 'a reservation that is not held', decided: held('b', { tenant: 't' }), isRefused: false },
    { after: 'a change of the stored hold', decided: held('a', holding), isRefused: false },
  ])('after $after in the batch, one more than a stored one is refused: $isRefused', (row) => {
    const draft = draftOf(one, [row.decided]);
    if (row.isRefused) expect(() => hold(draft)).toThrow('2 reservations are on hold');
    else expect(hold(draft)).toBe(NOW + 10);
  });

  it('is less by a stored one that the batch has confirmed', () => {
    const two = { holds: new Map([['t', ['a', 'b']]]) };
    expect(() => hold(draftOf(two, []))).toThrow('2 reservations are on hold');
    expect(hold(draftOf(two, [held('a', { tenant: 't' })]))).toBe(NOW + 10);
  });

  it('counts for a hold that moves to the zone, but not for a request without a hold', () => {
    const two = draftOf({ holds: new Map([['t', ['a', 'b']]]) }, []);
    const { record: kept } = held('c', holding);
    expect(() => hold(two, { before: kept })).toThrow('zone must not change');
    expect(hold(two, {})).toBeUndefined();
    expect(hold(draftOf(one, []), { before: kept })).toBe(150);
  });

  it('is that of all requests without a tenant for one of them', () => {
    const draft = draftOf({ holds: new Map([['', ['a', 'b']]]) }, []);
    expect(() => hold(draft, { holdSeconds: 10, tenant: undefined })).toThrow('2 reservations are on hold');
  });
});

describe('the number of waiting reservations of a caller', () => {
  const check = (draft: Draft, record: Partial<ReservationRecord> = {}, before?: ReservationRecord) =>
    checkNumberOfWaits(
      draft,
      OPERATIONS_SPELLING,
      POLICY,
      held('new', { tenant: 't', ...record }).record,
      before,
    );
  const waiting = { tenant: 't', status: 'waiting' } as const;
  const one = { waits: new Map([['t', 1]]) };
  const labelled = (bytes: number) => ({ labels: { a: 'x'.repeat(bytes) } });

  it.each([
    { after: 'another wait of the caller', decided: held('b', waiting), isRefused: true },
    { after: 'a wait of another tenant', decided: held('b', { ...waiting, tenant: 'u' }), isRefused: false },
    { after: 'a reservation that fits', decided: held('b', { tenant: 't' }), isRefused: false },
  ])('after $after in the batch, one more than a stored one is refused: $isRefused', (row) => {
    const checked = () => check(draftOf(one, [row.decided]));
    if (row.isRefused) expect(checked).toThrow('2 reservations are waiting');
    else expect(checked).not.toThrow();
  });

  it('counts those of the batch where none is stored', () => {
    expect(() => check(draftOf({}, [held('a', waiting)]))).not.toThrow();
    const two = draftOf({}, [held('a', waiting), held('b', waiting)]);
    expect(() => check(two)).toThrow('2 reservations are waiting');
  });

  it('counts a stored one once that the batch has changed', () => {
    const stored = held('a', waiting);
    const rows = { ...one, waiting: new Map([['a', stored]]) };
    expect(() => check(draftOf(rows, [stored]))).not.toThrow();
  });

  it('is more, or less, by what the batch has changed of a stored one', () => {
    const [small, large] = [held('a', waiting), held('a', { ...waiting, ...labelled(1_500) })];
    const grown = draftOf({ waits: new Map([['t', 1]]), waiting: new Map([['a', small]]) }, [large]);
    expect(() => check(grown)).toThrow('2 reservations are waiting');
    const shrunk = draftOf({ waits: new Map([['t', 2]]), waiting: new Map([['a', large]]) }, [small]);
    expect(() => check(shrunk)).not.toThrow();
  });

  it('is more by one for each KiB of a large one', () => {
    expect(() => check(draftOf({}, []), labelled(1_500))).not.toThrow();
    expect(() => check(draftOf(one, []), labelled(500))).not.toThrow();
    expect(() => check(draftOf(one, []), labelled(1_500))).toThrow('counts as 2 because it is large');
    const large = draftOf({}, [held('a', { ...waiting, ...labelled(1_500) })]);
    expect(() => check(large)).toThrow('2 reservations are waiting');
  });

  it.each(['containers', 'elements', 'labels'] as const)('counts what a large one has of %s', (part) => {
    const long = 'x'.repeat(1_500);
    const parts = {
      containers: [{ containerId: long, amounts: {} }],
      elements: [`ResourcePool:${long}`],
      labels: { a: long },
    };
    expect(() => check(draftOf(one, []), { [part]: parts[part] })).toThrow('counts as 2');
  });

  it('counts for a waiting one that changes only if it grows, and for one that moves here', () => {
    const two = draftOf({ waits: new Map([['t', 2]]) }, []);
    expect(() => check(two)).toThrow('2 reservations are waiting');
    const here = held('new', { ...waiting, zoneId: two.zoneId }).record;
    expect(() => check(two, {}, here)).not.toThrow();
    expect(() => check(two, labelled(500), here)).not.toThrow();
    // As many as there were before the limit was lowered.
    const three = draftOf({ waits: new Map([['t', 3]]) }, []);
    expect(() => check(three, labelled(500), here)).not.toThrow();
    expect(() => check(three, labelled(1_500), here)).toThrow('2 others are waiting in the zone');
    expect(() => check(two, labelled(1_500), here)).toThrow(
      'reservation-id names a waiting reservation that must not grow: 1 others are waiting in the zone',
    );
    const elsewhere = { ...here, zoneId: 'elsewhere' };
    expect(() => check(two, {}, elsewhere)).toThrow('zone must not change: 2 reservations are waiting');
    expect(() => check(draftOf(one, []), {}, elsewhere)).not.toThrow();
    expect(() => check(draftOf(one, []), labelled(1_500), elsewhere)).toThrow('counts as 2');
  });

  it('does not count against other callers', () => {
    const two = draftOf({ waits: new Map([['t', 2]]) }, []);
    expect(() => check(two, { tenant: undefined })).not.toThrow();
  });
});
