import { SERVER_VARIABLE } from '../support/postgres.js';
import { called } from './called.js';

const WINDOWS = [
  { start: 0, end: 10 },
  { start: 5, end: 15 },
  { start: 10, end: 20 },
];

/** A history of one request per window, all of them sent before the first is answered. */
function history(labels: readonly ('ok' | 'conflict')[], sent = labels.map((_, index) => index)) {
  const names = ['ok', 'conflict'];
  const requests = labels.map((_, index) => index);
  const received = labels.map((_, index) => 100 + index);
  return { names, labels: labels.map((label) => names.indexOf(label)), requests, sent, received };
}

describe('the verdict on a measurement', () => {
  it('finds the instants at which too much is booked, and only those', () => {
    const stored = (room: number) =>
      `select 0 as place, s::float8 as starts_at, e::float8 as ends_at, ${room}::float8 as room
         from (values (0, 10), (5, 15), (10, 20)) as w (s, e)`;
    const url = process.env[SERVER_VARIABLE];
    expect(called('verdict', 'sweep', url, stored(2))).toEqual({ over: 0, stored: 3 });
    expect(called('verdict', 'sweep', url, stored(1))).toEqual({ over: 2, stored: 3 });
  });

  it('counts a refusal as false if there was room in any order of the requests', () => {
    const judged = (room: number, labels: readonly ('ok' | 'conflict')[]) =>
      called('verdict', 'falseRefusals', { history: history(labels), windows: WINDOWS, live: [], room });
    expect(judged(1, ['ok', 'conflict', 'ok'])).toBe(0);
    expect(judged(2, ['ok', 'ok', 'conflict'])).toBe(1);
    // Windows are half-open: one that ends at 10 does not conflict with one that starts at 10.
    expect(judged(1, ['ok', 'conflict', 'conflict'])).toBe(1);
  });

  it('includes reservations that were live before', () => {
    const refused = { history: history(['conflict']), windows: [WINDOWS[0]], room: 1 };
    expect(called('verdict', 'falseRefusals', { ...refused, live: [{ start: 9, end: 12 }] })).toBe(0);
    expect(called('verdict', 'falseRefusals', { ...refused, live: [{ start: 10, end: 12 }] })).toBe(1);
  });

  it('ignores requests that were sent after an answer', () => {
    const late = history(['conflict', 'ok'], [0, 1000]);
    const windows = [WINDOWS[0], WINDOWS[0]];
    expect(called('verdict', 'falseRefusals', { history: late, windows, live: [], room: 1 })).toBe(1);
  });
});
