import type { Commit } from '../../allocation/ledger/reader.js';
import { beforeUnread } from './commits-in-order.js';

describe('the commits before all unread ones', () => {
  const commit = (zoneId: string, sequence: number, recordedAt: number): Commit => ({
    zoneId,
    sequence,
    recordedAt,
    entries: [],
  });
  const commits = [commit('a', 1, 10), commit('b', 1, 20), commit('a', 2, 30), commit('b', 2, 40)];

  it.each([
    ['all, if every zone was read to its head', 2, 2, 4],
    ['those up to where a zone was cut', 3, 2, 3],
    ['those up to the last one of a zone that was cut later than all others', 2, 3, 4],
    ['those up to the first cut of several', 9, 9, 3],
  ])('are %s', (_, a, b, count) => {
    const heads = new Map([
      ['a', a],
      ['b', b],
    ]);
    expect(beforeUnread(commits, heads)).toEqual(commits.slice(0, count));
  });

  it('are none if there are none', () => {
    expect(beforeUnread([], new Map([['a', 1]]))).toEqual([]);
  });
});
