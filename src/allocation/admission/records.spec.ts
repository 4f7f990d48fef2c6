import { instanceRecord, reservationRecord } from '../../../test/support/reservations.js';
import { FOREVER } from '../../kernel/time-window.js';
import { isLive, isOnPlatform, needsTraits, usesCapacity, type ReservationRecord } from './records.js';

const NOW = 100;
const window = { start: 0, end: NOW + 1 };
const record = (more: Partial<ReservationRecord> = {}) => reservationRecord('r', window, {}, more);
const held = { record: record(), claims: [], instances: [] };

describe('a reservation is live', () => {
  it.each<[string, Partial<ReservationRecord>, boolean]>([
    ['in the last second of its window', {}, true],
    ['not at its end', { window: { start: 0, end: NOW } }, false],
    ['not when it was ended', { endedAt: NOW - 1 }, false],
    ['in the last second of its hold', { heldUntil: NOW + 1 }, true],
    ['not at the end of its hold', { heldUntil: NOW }, false],
    ['in the last second of its wait', { status: 'waiting', waitUntil: NOW + 1 }, true],
    ['not at the end of its wait', { status: 'waiting', waitUntil: NOW }, false],
    ['not at its expiry while it waits', { status: 'waiting', waitUntil: NOW + 9, expiresAt: NOW }, false],
    ['after the deadline of a wait that is over', { status: 'admitted', waitUntil: NOW }, true],
    ['before its start', { window: { start: NOW + 5, end: FOREVER } }, true],
  ])('%s', (_, more, expected) => {
    expect(isLive(record(more), NOW)).toBe(expected);
  });
});

describe('an instance', () => {
  const instance = (more: Parameters<typeof instanceRecord>[4]) =>
    instanceRecord('i', held, 'a', { cores: 1 }, { window, ...more });

  it('uses capacity until its end, from when it is asked for until it is to be deleted', () => {
    const states = ['pending', 'active', 'deleting', 'deleted', 'error'] as const;
    const using = states.filter((state) => usesCapacity(instance({ state }), NOW));
    expect(using).toEqual(['pending', 'active']);
    expect(usesCapacity(instance({ state: 'active', window: { start: 0, end: NOW } }), NOW)).toBe(false);
  });

  it('may have a server as long as one is there, or work on it is due', () => {
    const states = ['pending', 'active', 'deleting', 'deleted', 'error'] as const;
    const on = (dueAt?: number) => states.filter((state) => isOnPlatform(instance({ state, dueAt })));
    expect(on()).toEqual(['pending', 'active']);
    expect(on(NOW)).toEqual(states);
  });
});

it('needs traits if it has some, or one of its containers', () => {
  const traits = { cpuArchitecture: 'arm64' };
  const plain = { amounts: {}, description: {} };
  expect(needsTraits(record())).toBe(false);
  expect(needsTraits(record({ traits }))).toBe(true);
  expect(needsTraits(record({ containers: [plain] }))).toBe(false);
  expect(needsTraits(record({ containers: [plain, { ...plain, traits }] }))).toBe(true);
});
