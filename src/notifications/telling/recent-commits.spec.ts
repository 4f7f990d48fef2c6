import type { Commit } from '../../allocation/ledger-reader.js';
import { RecentCommits } from './recent-commits.js';

const ENTRY = { moves: 'reserved', window: { start: 0, end: 1 }, amounts: { cores: 1 } } as const;

function commit(sequence: number, length: number, more: Partial<Commit> = {}): Commit {
  const entries = Array.from({ length }, () => ENTRY);
  return { zoneId: 'a', sequence, batch: `${sequence}`, recordedAt: sequence, entries, ...more };
}

function recent(...commits: Commit[]): RecentCommits {
  const all = new RecentCommits();
  for (const each of commits) all.add(each);
  return all;
}

const heads = (a: number, b?: number): Map<string, number> =>
  new Map(b === undefined ? [['a', a]] : [['a', a], ['b', b]]); // prettier-ignore

const sequences = (commits?: readonly Commit[]): number[] | undefined =>
  commits?.map(({ sequence }) => sequence);

describe('RecentCommits', () => {
  it('gives what lies between two entries', () => {
    const commits = recent(commit(3, 3), commit(4, 1), commit(9, 5), commit(10, 1));
    expect(sequences(commits.between(heads(3), heads(9)))).toEqual([4, 9]);
    expect(sequences(commits.between(heads(0), heads(10)))).toEqual([3, 4, 9, 10]);
    expect(sequences(commits.between(heads(10), heads(10)))).toEqual([]);
  });

  it.each([
    ['before the first', 0, 9],
    ['between two', 4, 12],
    ['after the last', 9, 13],
    ['within a commit', 4, 8],
  ])('gives nothing when a commit of another process is missing: %s', (_, after, upTo) => {
    const commits = recent(commit(4, 1), commit(9, 5), commit(12, 2));
    expect(commits.between(heads(after), heads(upTo))).toBeUndefined();
  });

  it('gives nothing when a number was given out anew', () => {
    const commits = recent(commit(4, 1), commit(4, 1, { batch: 'other' }), commit(5, 1));
    expect(commits.between(heads(3), heads(5))).toBeUndefined();
  });

  it('puts zones together by time, each in its order', () => {
    const of = (zoneId: string, sequence: number, recordedAt: number) =>
      commit(sequence, 1, { zoneId, recordedAt });
    const commits = recent(of('b', 1, 5), of('a', 1, 7), of('a', 2, 7), of('b', 2, 7), of('b', 3, 8));
    const found = commits.between(heads(0, 0), heads(2, 3));
    expect(found?.map(({ zoneId, sequence }) => `${zoneId}${sequence}`)).toEqual([
      'b1',
      'a1',
      'a2',
      'b2',
      'b3',
    ]);
    expect(commits.between(heads(0, 0), heads(2, 4))).toBeUndefined();
  });

  it('forgets what was taken in, and zones nobody evaluates', () => {
    const commits = recent(commit(1, 1), commit(2, 1), commit(1, 1, { zoneId: 'b' }));
    commits.forget(heads(1));
    expect(commits.between(heads(0), heads(2))).toBeUndefined();
    expect(sequences(commits.between(heads(1), heads(2)))).toEqual([2]);
    expect(commits.between(heads(1, 0), heads(2, 1))).toBeUndefined();
  });

  it('begins anew rather than keep more than it may', () => {
    const commits = recent(commit(3_000, 3_000), commit(6_000, 3_000));
    expect(commits.between(heads(0), heads(6_000))).toBeUndefined();
    expect(sequences(commits.between(heads(3_000), heads(6_000)))).toEqual([6_000]);
    commits.forget(heads(6_000));
    commits.add(commit(10_000, 4_000));
    commits.add(commit(11_000, 1_000));
    expect(sequences(commits.between(heads(6_000), heads(11_000)))).toEqual([10_000, 11_000]);
  });
});
