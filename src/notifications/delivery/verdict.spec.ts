import type { AttemptResult } from './delivery.js';
import type { Turn } from './lane.js';
import { verdict, type Schedule } from './verdict.js';

const NOW = 1_900_000_000;
const schedule: Schedule = { pauses: [5, 300, 7200], now: NOW, chance: 0, mayGoOn: true };

function turn(failures: number, attempt: number): Turn {
  return { failures, attempt } as Turn;
}

function failed(more: Partial<AttemptResult> = {}): AttemptResult {
  return { outcome: 'status', status: 500, milliseconds: 1, ...more };
}

it('goes on after an acknowledgement, and forgets what failed before', () => {
  const settled = verdict(turn(2, 3), { outcome: 'delivered', status: 204, milliseconds: 1 }, schedule);
  expect(settled).toMatchObject({ state: 'delivered', failures: 0, goesOn: true });
});

it.each([
  [0, 1, 5],
  [1, 2, 300],
  [2, 3, 7200],
])('after %d failures waits, at attempt %d, for %d seconds', (failures, attempt, pause) => {
  const settled = verdict(turn(failures, attempt), failed(), schedule);
  expect(settled).toMatchObject({ failures: failures + 1, goesOn: false, pause });
  expect(settled.state).toBeUndefined();
});

it('waits up to a fifth longer, never shorter', () => {
  const settled = verdict(turn(1, 2), failed(), { ...schedule, chance: 0.999 });
  expect(settled.pause).toBe(360);
});

it('gives up after the last pause, and goes on with the next', () => {
  expect(verdict(turn(3, 4), failed(), schedule)).toMatchObject({ state: 'dead', failures: 0, goesOn: true });
});

it('sends the next notification no earlier than the receiver asks, also after it has given one up', () => {
  const settled = verdict(turn(3, 4), failed({ notBefore: NOW + 60 }), schedule);
  expect(settled).toMatchObject({ state: 'dead', failures: 0, goesOn: false, pause: 60 });
});

it('gives all attempts to a notification that reaches the front of a lane that failed long before', () => {
  const settled = verdict(turn(3, 1), failed(), schedule);
  expect(settled).toMatchObject({ failures: 4, pause: 7200 });
  expect(settled.state).toBeUndefined();
});

// Regression: each newer value began anew, so none was ever given up, and a receiver that came back waited for a day.
it('gives up a value that a newer one replaces after the last pause of its lane', () => {
  const replaced = { ...turn(3, 1), newestOnly: true };
  expect(verdict(replaced, failed(), schedule)).toMatchObject({ state: 'dead', failures: 0, goesOn: true });
});

it('gives all attempts again to a notification that is sent again on request', () => {
  expect(verdict(turn(0, 9), failed(), schedule)).toMatchObject({ failures: 1, pause: 5 });
});

it('retries no earlier than the receiver asks, and no earlier than its own pause', () => {
  expect(verdict(turn(0, 1), failed({ notBefore: NOW + 60 }), schedule).pause).toBe(60);
  expect(verdict(turn(1, 2), failed({ notBefore: NOW + 60 }), schedule).pause).toBe(300);
});

it('counts nothing against the receiver when the service stops', () => {
  const settled = verdict(turn(2, 3), { outcome: 'aborted', milliseconds: 1 }, schedule);
  expect(settled).toMatchObject({ failures: 2, goesOn: false, pause: 0 });
});

it('gives up at once on a receiver that answers 410', () => {
  const settled = verdict(turn(0, 1), failed({ status: 410 }), schedule);
  expect(settled).toMatchObject({ state: 'dead', goesOn: false });
});
