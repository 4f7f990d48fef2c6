import fc from 'fast-check';
import type { ReservationRecord, ReservationStatus } from '../../allocation/admission/records.js';
import { reservationRecord } from '../../../test/support/reservations.js';
import { createdState } from '../../reservations/reservation.js';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { eventsOf, type RecordedChange, type ReservationEvent } from './reservation-story.js';

const LEAD = 3;

function record(window: TimeWindow = { start: 10, end: 20 }, cores = 1): ReservationRecord {
  return reservationRecord('r', window, { cores });
}

/** Few ends, so that an end is often moved away and back. */
const step = fc.record({
  pause: fc.integer({ min: 0, max: 8 }),
  start: fc.integer({ min: 0, max: 20 }),
  length: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(FOREVER)),
  end: fc.option(fc.constantFrom<number>(15, 30), { nil: undefined }),
  cores: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom<ReservationStatus>('admitted', 'admitted', 'conflict'),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** @param from its end lies after this instant */
function windowOf({ start, length, end = 0 }: Step, from: number): TimeWindow {
  return { start, end: end > from ? end : from + length };
}

/** A history that admissions can produce: an ended reservation is not changed any more. */
const life = fc
  .tuple(
    step,
    fc.array(step, { maxLength: 6 }),
    fc.constantFrom<ReservationStatus | undefined>(undefined, 'terminated'),
    fc.boolean(),
  )
  .map(([first, steps, ending, waits]) => {
    const made: ReservationRecord = {
      ...record(windowOf(first, first.start), first.cores),
      status: waits ? 'waiting' : 'admitted',
    };
    const changes: RecordedChange[] = [];
    let before = made;
    let at = 0;
    for (const step of steps) {
      const { pause, start, cores, status } = step;
      at += pause;
      if (before.window.end <= at) break;
      const window = windowOf(step, Math.max(start, at));
      const after = { ...before, window, amounts: { cores }, status };
      changes.push({ at, before, after, subscribers: 1 });
      before = after;
    }
    if (ending && before.window.end > at + 1) {
      changes.push({
        at: at + 1,
        before,
        after: { ...before, status: ending, endedAt: at + 1 },
        subscribers: 1,
      });
    }
    return { made, changes, until: at + 60 };
  });

function told(
  changes: readonly RecordedChange[],
  made: ReservationRecord,
  from: number | undefined,
  until: number,
) {
  return part(from, until, changes, changes.at(-1)?.after ?? made);
}

/** A part of a history. The first part, before any notification, includes the creation. */
function part(
  toldUntil: number | undefined,
  until: number,
  changes: readonly RecordedChange[],
  current: ReservationRecord,
) {
  const creation = toldUntil === undefined ? { at: current.createdAt, subscribers: 0 } : undefined;
  return eventsOf({ toldUntil, creation, until, changes, current, leadSeconds: LEAD });
}

const plain = (events: readonly ReservationEvent[]) =>
  events.map(({ type, at, state }) => ({ type, at, state }));

describe('the story of a reservation', () => {
  it('is the same, however often it is interrupted', () => {
    fc.assert(
      fc.property(
        life,
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 5 }),
        ({ made, changes, until }, cuts) => {
          const whole = told(changes, made, undefined, until);
          const parts: ReservationEvent[] = [];
          let from: number | undefined;
          let known: readonly RecordedChange[] = [];
          for (const cut of [...cuts.filter((c) => c < until).sort((a, b) => a - b), until]) {
            const rest = changes.slice(known.length);
            const now = rest.filter(({ at }) => at <= cut);
            const current = now.at(-1)?.after ?? known.at(-1)?.after ?? made;
            parts.push(...part(from, cut, now, current));
            known = [...known, ...now];
            from = cut;
          }
          expect(plain(parts)).toEqual(plain(whole));
        },
      ),
    );
  });

  it('never goes back in time, has one end, and nothing after it', () => {
    fc.assert(
      fc.property(life, ({ made, changes, until }) => {
        const events = told(changes, made, undefined, until);
        const times = events.map(({ at }) => at);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        const ends = events.filter(({ state }) => state === 'terminated' || state === 'expired');
        const last = changes.at(-1)?.after ?? made;
        const isOver = last.status === 'terminated' || last.window.end <= until;
        expect(ends).toHaveLength(isOver ? 1 : 0);
        if (isOver) expect(events.at(-1)).toBe(ends[0]);
      }),
    );
  });

  it('contains each state that is reached, and no other', () => {
    fc.assert(
      fc.property(life, ({ made, changes, until }) => {
        let state: string = createdState(made);
        for (const event of told(changes, made, undefined, until)) {
          const isStateChange = ![
            'Reservation created',
            'Reservation time change',
            'Reservation resource change',
            'Reservation end approaching',
          ].includes(event.type);
          if (isStateChange) expect(event.state).not.toBe(state);
          if (isStateChange) state = event.state;
        }
      }),
    );
  });

  it('begins with its creation, with the data at that time', () => {
    fc.assert(
      fc.property(life, ({ made, changes, until }) => {
        const [first, ...others] = told(changes, made, undefined, until);
        expect(first).toMatchObject({ type: 'Reservation created', state: createdState(made), after: made });
        expect(others.filter(({ type }) => type === 'Reservation created')).toEqual([]);
        for (const { type } of told(changes, made, 0, until)) expect(type).not.toBe('Reservation created');
      }),
    );
  });

  it('announces the end at an admission after the lead has begun, however long it waited', () => {
    const waiting = { ...record({ start: 10, end: 20 }), status: 'waiting' as const };
    const after = record({ start: 18, end: 20 });
    const admission = { at: 18, before: waiting, after, subscribers: 1 };
    const announced = { type: 'Reservation end approaching', at: 18, state: 'active' };
    expect(plain(told([admission], waiting, undefined, 19)).at(-1)).toEqual(announced);
    expect(plain(told([], waiting, 10, 17))).toEqual([]);
    expect(plain(told([admission], waiting, 17, 19)).at(-1)).toEqual(announced);
  });

  it('announces an end again that was moved away and back, in one part as in several', () => {
    const later = record({ start: 10, end: 40 });
    const moves = [
      { at: 18, before: record(), after: later, subscribers: 1 },
      { at: 19, before: later, after: record(), subscribers: 1 },
    ];
    const ends = (events: readonly ReservationEvent[]) =>
      plain(events).filter(({ type }) => type === 'Reservation end approaching');
    const announced = [17, 19].map((at) => ({ type: 'Reservation end approaching', at, state: 'active' }));
    expect(ends(told(moves, record(), 10, 19))).toEqual(announced);
    const parts = [...told(moves.slice(0, 1), record(), 10, 18), ...told(moves.slice(1), later, 18, 19)];
    expect(ends(parts)).toEqual(announced);
  });

  it('repeats nothing that was notified before', () => {
    expect(told([], record(), 20, 100)).toEqual([]);
    expect(plain(told([], record(), 10, 19))).toEqual([
      { type: 'Reservation end approaching', at: 17, state: 'active' },
    ]);
  });

  it('has no approaching end where the lead is zero, nor of an open one', () => {
    const years = { toldUntil: 0, until: 1000, changes: [], leadSeconds: 0 };
    expect(plain(eventsOf({ ...years, current: record() })).map(({ type }) => type)).toEqual([
      'Reservation status change',
      'Reservation expired',
    ]);
    const open = record({ start: 10, end: FOREVER });
    expect(plain(eventsOf({ ...years, leadSeconds: 5, current: open })).map(({ type }) => type)).toEqual([
      'Reservation status change',
    ]);
  });
});
