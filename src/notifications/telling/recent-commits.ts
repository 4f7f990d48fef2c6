import type { Commit } from '../../allocation/ledger-reader.js';

/** Entries that are kept in all: whoever is further behind reads the ledger. */
const MOST_ENTRIES = 5_000;

/** What this process has committed lately, so that whoever evaluates need not read it back. */
export class RecentCommits {
  private readonly zones = new Map<string, Commit[]>();
  private entries = 0;

  add(commit: Commit): void {
    if (this.entries + commit.entries.length > MOST_ENTRIES) this.clear();
    const commits = this.zones.get(commit.zoneId);
    if (commits) commits.push(commit);
    else this.zones.set(commit.zoneId, [commit]);
    this.entries += commit.entries.length;
  }

  /**
   * The commits of some zones after an entry of each and up to another, in the order in which `readCommits` gives them;
   * undefined if any is missing.
   */
  between(after: ReadonlyMap<string, number>, upTo: ReadonlyMap<string, number>): Commit[] | undefined {
    const found: Commit[] = [];
    for (const [zoneId, head] of after) {
      const commits = this.unbroken(zoneId, head, upTo.get(zoneId) ?? head);
      if (!commits) return undefined;
      found.push(...commits);
    }
    // The sort is stable, and time does not go back within a zone.
    return after.size === 1 ? found : found.sort((a, b) => a.recordedAt - b.recordedAt);
  }

  /** Lets go of what nobody has to evaluate any more. */
  forget(upTo: ReadonlyMap<string, number>): void {
    for (const [zoneId, commits] of this.zones) {
      const head = upTo.get(zoneId) ?? Infinity;
      const left = commits.filter(({ sequence }) => sequence > head);
      for (const { entries } of commits) this.entries -= entries.length;
      for (const { entries } of left) this.entries += entries.length;
      if (left.length > 0) this.zones.set(zoneId, left);
      else this.zones.delete(zoneId);
    }
  }

  clear(): void {
    this.zones.clear();
    this.entries = 0;
  }

  private unbroken(zoneId: string, after: number, upTo: number): Commit[] | undefined {
    const commits: Commit[] = [];
    let reached = after;
    for (const commit of this.zones.get(zoneId) ?? []) {
      if (commit.sequence <= after) continue;
      if (commit.sequence > upTo) break;
      if (commit.sequence - commit.entries.length !== reached) return undefined;
      commits.push(commit);
      reached = commit.sequence;
    }
    return reached === upTo ? commits : undefined;
  }
}
