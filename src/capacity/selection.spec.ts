import { formatReference, newId } from '../kernel/identifiers.js';
import type { WindowedCollection } from './collections-in-window.repository.js';
import { Selection } from './selection.js';

const [ID, PROVIDER, INSTANCE, OTHER] = Array.from({ length: 4 }, newId);
const NOTHING = { without: [], some: [], every: [] };

function reservation(more: Partial<WindowedCollection> = {}): WindowedCollection {
  const kind = 'ResourceReservation';
  return { zoneId: 'z', kind, id: ID, window: { start: 0, end: 1 }, elements: [], providers: [], ...more };
}

const holding = reservation({
  elements: [`ResourceProvider:${PROVIDER}`, `ResourceAllocation:${INSTANCE}`],
});

it('selects everything if the query has no conditions', () => {
  const selection = new Selection(NOTHING);
  expect([selection.isEverything, selection.isNarrowed]).toEqual([true, false]);
  expect(selection.selects(reservation())).toBe(true);
});

it.each([
  [[], [], true],
  [[INSTANCE], [], true],
  [[OTHER, `ResourceAllocation:${INSTANCE}`], [], true],
  [[`ResourcePool:${INSTANCE}`], [], false],
  [[OTHER], [], false],
  [[], [PROVIDER, INSTANCE], true],
  [[], [PROVIDER, PROVIDER, `ResourceProvider:${PROVIDER}`, INSTANCE], true],
  [[], [`ResourcePool:${PROVIDER}`], false],
  [[], [PROVIDER, INSTANCE, OTHER], false],
  [[PROVIDER], [INSTANCE], true],
  [[OTHER], [INSTANCE], false],
  [[PROVIDER], [OTHER], false],
])('some %j and every %j of a provider and an instance: %p', (some, every, expected) => {
  expect(new Selection({ ...NOTHING, some, every }).selects(holding)).toBe(expected);
});

it.each([
  [[ID], [], false],
  [[`ResourceReservation:${ID}`], [], false],
  [[`ResourcePool:${ID}`], [], true],
  [[OTHER], [], true],
  [[PROVIDER], [PROVIDER], false],
  [[PROVIDER], [PROVIDER, OTHER], true],
  [[PROVIDER, OTHER], [PROVIDER, OTHER], false],
  [[`ResourceReservation:${PROVIDER}`], [PROVIDER], true],
])('without %j of what lies on %j: %p', (without, providers, expected) => {
  expect(new Selection({ ...NOTHING, without }).selects(reservation({ providers }))).toBe(expected);
});

it('knows the providers that it selects as sources of pools', () => {
  const selected = (texts: object) => [...new Selection({ ...NOTHING, ...texts }).selectedProviders()];
  expect(selected({ some: [PROVIDER, `ResourceReservation:${ID}`, OTHER] })).toEqual([PROVIDER, OTHER]);
  expect(selected({ some: [PROVIDER], without: [PROVIDER] })).toEqual([]);
  expect(selected({ every: [PROVIDER] })).toEqual([PROVIDER]);
  expect(selected({ every: [PROVIDER, OTHER] })).toEqual([]);
  expect(selected({ some: [PROVIDER], every: [OTHER] })).toEqual([]);
});

it('refuses a reference that can name nothing, with its position in the list', () => {
  expect(() => new Selection({ ...NOTHING, without: [ID, 'nonsense'] })).toThrow(
    'without[1] must be an id or <Kind>:<id>',
  );
  expect(() => new Selection({ ...NOTHING, every: ['Pool:x'] })).toThrow('elements.every[0] must be');
});

it('decides on thousands of references by look-ups, not pair by pair', () => {
  const ids = Array.from({ length: 1000 }, newId);
  const elements = ids.map((id) => formatReference('ResourceAllocation', id));
  const reservations = Array.from({ length: 20 }, () => reservation({ id: newId(), elements }));
  const others = Array.from({ length: 999 }, newId);
  const before = process.cpuUsage();
  const selection = new Selection({ without: others, some: [...others, ids[999]], every: ids });
  expect(reservations.filter((each) => selection.selects(each))).toHaveLength(20);
  const { user, system } = process.cpuUsage(before);
  // Comparing every pair takes several seconds.
  expect((user + system) / 1000).toBeLessThan(300);
});
