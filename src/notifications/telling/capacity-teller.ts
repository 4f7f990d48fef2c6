import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v5 as uuidv5 } from 'uuid';
import { sumOfTimelines } from '../../allocation/capacity-timelines-builder.js';
import type { CapacityTimelines } from '../../allocation/capacity-timelines.js';
import { buildFold, readCommits, type Commit } from '../../allocation/ledger-reader.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/identifiers.js';
import type { Instant } from '../../kernel/time-window.js';
import { capacityChangeBody } from '../dto/notification-bodies.js';
import { Outbox, type NewNotification } from '../outbox.js';
import {
  CapacityWatermarksRepository,
  WHOLE_SERVICE,
  type CapacityWatermark,
  type CommitMark,
  type Present,
  type Scope,
} from './capacity-watermarks.repository.js';
import { RecentCommits } from './recent-commits.js';
import { WatchedCapacity, type Firing } from './watched-capacity.js';

const RENEW_MILLISECONDS = 3_000;
/** How long the stored watermark may stay behind while there is nothing to tell: what the next process retraces. */
const STORE_MILLISECONDS = 1_000;
/** Entries of a zone that one round takes in, about: bounds its time and memory when there is much to catch up with. */
const MOST_ENTRIES = 5_000;
const FORGET_EVERY_SECONDS = 600;

/** What this process knows of a scope that it evaluates. It is thrown away whenever anything goes wrong. */
interface Evaluated {
  readonly capacity: WatchedCapacity;
  readonly watermark: CapacityWatermark;
  /** The change of subscribers it knows. */
  readonly subscribers: number;
  readonly stored: Stored;
  readonly forgottenAt: Instant;
}

/** The watermark as it is stored, since when, and the commits after it that nobody was to be told of. */
interface Stored {
  readonly watermark: CapacityWatermark;
  readonly at: number;
  readonly behind: readonly CommitMark[];
}

/** What a round found out about a scope. */
interface Found {
  readonly firings: readonly Firing[];
  /** Subscriptions whose conditions were looked at for the first time. */
  readonly joined: readonly string[];
  readonly hasMore: boolean;
}

/**
 * Evaluates the conditions of those who watch capacity, scope by scope, by replaying the ledger in memory. One process
 * at a time has a scope; how far it got is stored in the transaction that stores what it tells, so an edge fires once,
 * and no commit is missed however a process ends. With nothing to tell the stored watermark may be behind: retracing
 * commits that told nothing tells nothing twice.
 */
@Injectable()
export class CapacityTeller {
  private readonly holder = newId();
  private readonly scopes = new Map<Scope, Evaluated | undefined>();
  private readonly recent = new RecentCommits();
  private claimedAt = Number.NEGATIVE_INFINITY;
  private signature = '';

  constructor(
    private readonly watermarks: CapacityWatermarksRepository,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** A commit of this process, which a round need not read back. */
  hear(commit: Commit): void {
    if (this.isWatching) this.recent.add(commit);
  }

  /** One round: everything that has happened by now in the scopes this process has. True when there is more. */
  async round(): Promise<boolean> {
    // Before looking for commits: what was committed by then must not be found after the clock has run past it.
    const now = this.clock.now();
    const present = await this.keepScopes(await this.watermarks.present([...this.scopes.keys()]));
    let hasMore = false;
    for (const scope of this.scopes.keys()) {
      if (this.isUpToDate(scope, present, now)) continue;
      hasMore = (await this.evaluate(scope, present, now)) || hasMore;
    }
    this.recent.forget(present.heads);
    return hasMore;
  }

  /** Whether this process has anything to evaluate. */
  get isWatching(): boolean {
    return this.scopes.size > 0;
  }

  /** Lets go of everything, so that another process need not wait. */
  async release(): Promise<void> {
    this.scopes.clear();
    await this.watermarks.release(this.holder);
  }

  /** Takes and keeps the scopes there are; gives their present, which is another one if they have changed. */
  private async keepScopes(present: Present): Promise<Present> {
    const signature = `${present.subscribers}/${present.zones}`;
    const isSame = signature === this.signature;
    if (isSame && performance.now() - this.claimedAt < RENEW_MILLISECONDS) return present;
    const wanted = await this.watermarks.scopes();
    if (!isSame) await this.watermarks.forgetUnwatched();
    const claimed = new Set(wanted.length === 0 ? [] : await this.watermarks.claim(wanted, this.holder));
    for (const scope of this.scopes.keys()) if (!claimed.has(scope)) this.scopes.delete(scope);
    const added = [...claimed].filter((scope) => !this.scopes.has(scope));
    for (const scope of added) this.scopes.set(scope, undefined);
    this.signature = signature;
    this.claimedAt = performance.now();
    return added.length > 0 ? this.watermarks.present([...this.scopes.keys()]) : present;
  }

  private isUpToDate(scope: Scope, present: Present, now: Instant): boolean {
    const known = this.scopes.get(scope);
    if (known?.subscribers !== present.subscribers || isToBeStored(known)) return false;
    if (known.capacity.nextChange() <= now) return false;
    return zonesOf(scope, present).every(([zoneId, head]) => known.watermark.heads[zoneId] === head);
  }

  /** True when there is more. */
  private async evaluate(scope: Scope, present: Present, now: Instant): Promise<boolean> {
    const known = this.scopes.get(scope);
    this.scopes.set(scope, undefined);
    const begun =
      (known && (await this.watchedAnew(scope, present, known))) ?? (await this.anew(scope, present));
    if (!begun) {
      this.scopes.delete(scope);
      return false;
    }
    const { next, found } = await this.takeIn(begun, zonesOf(scope, present), now);
    const isNews = found.firings.length > 0 || found.joined.length > 0;
    this.scopes.set(scope, isNews || isToBeStored(next) ? await this.store(scope, next, found, now) : next);
    return found.hasMore;
  }

  /** What is known, watched by whoever subscribes now; undefined when it is not known of that. */
  private async watchedAnew(
    scope: Scope,
    { subscribers, ...present }: Present,
    known: Evaluated,
  ): Promise<Evaluated | undefined> {
    const { heads } = known.watermark;
    // A head that went back is one of another history, as after a failover that lost commits.
    if (zonesOf(scope, present).some(([zoneId, head]) => head < (heads[zoneId] ?? 0))) return undefined;
    if (known.subscribers === subscribers) return known;
    const watches = await this.watermarks.watches(scope, subscribers);
    if (!watches.every((watch) => known.capacity.knows(watch))) return undefined;
    known.capacity.watch(watches);
    return { ...known, subscribers };
  }

  /** The scope as it was at the stored watermark; undefined when another process has it. */
  private async anew(scope: Scope, { subscribers }: Present): Promise<Evaluated | undefined> {
    const watermark = await this.watermarks.watermark(scope, this.holder);
    if (!watermark) return undefined;
    const { heads, reached } = watermark;
    const watches = await this.watermarks.watches(scope, subscribers);
    const timelines = await timelinesAt(this.dataSource.manager, watermark);
    const capacity = new WatchedCapacity(timelines, new Map(Object.entries(heads)), reached, watches);
    const stored = { watermark, at: performance.now(), behind: [] };
    return { capacity, watermark, subscribers, stored, forgottenAt: reached };
  }

  private async takeIn(
    { capacity, ...begun }: Evaluated,
    zones: readonly (readonly [zoneId: string, head: number])[],
    clock: Instant,
  ): Promise<{ next: Evaluated; found: Found }> {
    const now = Math.max(clock, begun.watermark.reached);
    const heads = Object.fromEntries(zones.map(([zoneId]) => [zoneId, begun.watermark.heads[zoneId] ?? 0]));
    const commits = await this.commits(heads, new Map(zones));
    for (const commit of commits) {
      capacity.apply({ ...commit, recordedAt: Math.min(commit.recordedAt, now) });
      heads[commit.zoneId] = commit.sequence;
    }
    const hasMore = zones.some(([zoneId, head]) => heads[zoneId] < head);
    // With more to come, the time of what comes is not reached yet.
    const { reached, ...found } = capacity.finish(hasMore ? undefined : now);
    const forgets = now - begun.forgottenAt > FORGET_EVERY_SECONDS;
    if (forgets) capacity.forgetPast();
    const marks = commits.map(({ zoneId, sequence, batch }) => ({ zoneId, sequence, batch }));
    const next = {
      ...begun,
      capacity,
      watermark: { heads, reached },
      stored: { ...begun.stored, behind: [...begun.stored.behind, ...marks] },
      forgottenAt: forgets ? now : begun.forgottenAt,
    };
    return { next, found: { ...found, hasMore } };
  }

  /** What was committed since, from memory if this process committed all of it. */
  private async commits(
    heads: Readonly<Record<string, number>>,
    present: ReadonlyMap<string, number>,
  ): Promise<readonly Commit[]> {
    const after = new Map(
      Object.entries(heads).filter(([zoneId, head]) => head < (present.get(zoneId) ?? 0)),
    );
    if (after.size === 0) return [];
    return (
      this.recent.between(after, present) ??
      (await readCommits(this.dataSource.manager, after, present, MOST_ENTRIES))
    );
  }

  /** Gives the scope as it is known then; undefined if it turned out to be somewhere else. */
  private async store(
    scope: Scope,
    { stored, ...next }: Evaluated,
    { firings, joined }: Found,
    clock: Instant,
  ): Promise<Evaluated | undefined> {
    const { watermark } = next;
    const isStored = await this.transactions.run(async (tx) => {
      const who = { scope, holder: this.holder };
      if (!(await this.watermarks.moveOn(tx, who, stored.watermark, watermark, stored.behind))) return false;
      const notifications = firings.map((firing) => notificationOf(scope, firing));
      await this.outbox.add(tx, notifications, Math.max(clock, watermark.reached));
      await this.watermarks.begin(tx, scope, joined);
      return true;
    });
    if (!isStored) return undefined;
    if (firings.length > 0) this.outbox.announce();
    return { ...next, stored: { watermark, at: performance.now(), behind: [] } };
  }
}

function isToBeStored({ watermark, stored }: Evaluated): boolean {
  return watermark !== stored.watermark && performance.now() - stored.at > STORE_MILLISECONDS;
}

function zonesOf(scope: Scope, { heads }: Pick<Present, 'heads'>): [zoneId: string, head: number][] {
  return [...heads].filter(([zoneId]) => scope === WHOLE_SERVICE || zoneId === scope);
}

/** All zones of a scope together, as of its watermark. */
async function timelinesAt(
  db: EntityManager,
  { heads, reached }: CapacityWatermark,
): Promise<CapacityTimelines> {
  const parts: CapacityTimelines[] = [];
  for (const [zoneId, head] of Object.entries(heads)) {
    const fold = await buildFold(db, zoneId, reached, head);
    if (fold) parts.push(fold.whole());
  }
  return parts.length === 1 ? parts[0] : sumOfTimelines(parts);
}

function notificationOf(scope: Scope, { subscription, at, figures }: Firing): NewNotification {
  const id = newId();
  const zoneId = scope === WHOLE_SERVICE ? undefined : scope;
  return {
    id,
    subscriptionId: subscription.id,
    // What is watched in several zones is told zone by zone: the newest of one must not take the place of another's.
    lane: zoneId === subscription.zoneId ? subscription.id : uuidv5(scope, subscription.id),
    path: subscription.kind,
    callbackUri: subscription.callbackUri,
    body: capacityChangeBody(id, subscription, zoneId, at, figures),
    newestOnly: subscription.threshold === undefined,
  };
}
