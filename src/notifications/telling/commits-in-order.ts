import type { Commit } from '../../allocation/ledger/reader.js';

/**
 * The commits that precede all unread ones. A zone of which only a part was read has later commits, which may lie before
 * those that were read of other zones.
 *
 * @param commits of some zones, in order
 * @param heads zone → the last entry that was to be read
 */
export function beforeUnread(commits: readonly Commit[], heads: ReadonlyMap<string, number>): Commit[] {
  const last = new Map(commits.map(({ zoneId }, index) => [zoneId, index]));
  const isCut = ({ zoneId, sequence }: Commit) => sequence < (heads.get(zoneId) ?? 0);
  const cut = commits.findIndex((commit, index) => last.get(commit.zoneId) === index && isCut(commit));
  return commits.slice(0, cut < 0 ? commits.length : cut + 1);
}
