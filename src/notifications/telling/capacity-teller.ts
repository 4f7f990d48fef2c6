import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { addressEntriesAfter, type AddressEntry } from '../../allocation/addresses/address-entries.js';
import { readCommits, type Commit } from '../../allocation/ledger/reader.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/identifiers.js';
import { WITHOUT_PAUSE } from '../../kernel/pace.js';
import type { Instant } from '../../kernel/time-window.js';
import { capacityChangeBody } from '../dto/notification-bodies.js';
import { Outbox, type NewNotification } from '../outbox.js';
import {
  CapacityWatermarksRepository,
  WHOLE_SERVICE,
  type CapacityWatermark,
  type ClaimedScopes,
  type Locked,
  type Present,
  type WatchedScope,
} from './capacity-watermarks.repository.js';
import { ScopeBuilder, watchesAddresses, type BuiltScope } from './scope-builder.js';
import { beforeUnread } from './commits-in-order.js';
import { replayInTime } from './replay-in-time.js';
import type { Firing, WatchedCapacity, WatchedCommit } from './watched-capacity.js';

const RENEW_MS = 3_000;
/**
 * Approximate entries of a scope per round, at least one commit of each zone: bounds time and memory while it catches
 * up.
 */
const MAX_ENTRIES = 5_000;
const FORGET_EVERY_SECONDS = 600;

/** In-memory state of a scope that this process evaluates. An error in a transaction that changes it drops it. */
interface Evaluated extends BuiltScope {
  /** The version of the subscriptions that it reflects; absent: it has just been built. */
  readonly subscribers?: number;
  /** The number of ranges that its figures of addresses reflect. */
  readonly ranges?: number;
  readonly forgottenAt?: Instant;
}

/** The end of a round. */
interface Round {
  readonly hasMore: boolean;
  readonly isTold: boolean;
  /** Absent: the state has to be built, and nothing was evaluated. */
  readonly next?: Evaluated;
}

/**
 * Evaluates capacity conditions scope by scope, by replaying the ledger in memory. One process at a time leases a
 * scope. The watermark is stored in the transaction that stores the notifications, so an edge fires once, and no commit
 * is missed after a crash.
 */
@Injectable()
export class CapacityTeller {
  private readonly holder = newId();
  private readonly scopes = new Map<WatchedScope, Evaluated | undefined>();
  private interruption = new AbortController();
  private building?: WatchedScope;
  private claimedAt = Number.NEGATIVE_INFINITY;
  /** The version of the subscriptions at the last claim. */
  private claimedFor?: number;

  constructor(
    private readonly watermarks: CapacityWatermarksRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly builder: ScopeBuilder,
    private readonly clock: Clock,
  ) {}

  /** One round: evaluates the scopes of this process up to now. True when there is more. */
  async round(): Promise<boolean> {
    this.interruption = new AbortController();
    const present = await this.watermarks.present([...this.scopes.keys()]);
    await this.keepScopes(present);
    const timer = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS);
    try {
      return await this.evaluateAll(present);
    } finally {
      clearInterval(timer);
    }
  }

  private async evaluateAll(present: Present): Promise<boolean> {
    let hasMore = false;
    for (const scope of this.scopes.keys()) {
      if (this.watermarks.isOutOfReach(scope) || this.isUpToDate(scope, present)) continue;
      hasMore = (await this.evaluateLastIfItFails(scope, present)) || hasMore;
    }
    return hasMore;
  }

  /** A scope that fails ends the round, and is the last one in the next: so the other scopes have their turn. */
  private async evaluateLastIfItFails(scope: WatchedScope, present: Present): Promise<boolean> {
    try {
      return await this.evaluate(scope, present);
    } catch (error) {
      const known = this.scopes.get(scope);
      this.scopes.delete(scope);
      this.scopes.set(scope, known);
      throw error;
    }
  }

  /** Whether this process has anything to evaluate. */
  get isWatching(): boolean {
    return this.scopes.size > 0;
  }

  /** Ends the round under way if it builds the state of a scope, which may take long. */
  interrupt(): void {
    this.interruption.abort();
  }

  /** Releases all scopes, so that another process need not wait for the lease to expire. */
  async release(): Promise<void> {
    this.scopes.clear();
    await this.watermarks.release(this.holder);
  }

  /** Claims new scopes and renews leases: when subscriptions have changed, and before the lease expires. */
  private async keepScopes({ subscribers }: Present): Promise<void> {
    const isSame = subscribers === this.claimedFor;
    if (isSame && performance.now() - this.claimedAt < RENEW_MS) return;
    const wanted = await this.watermarks.scopes();
    if (!isSame) await this.watermarks.forgetUnwatched();
    const claimed = await this.claim(wanted);
    for (const scope of this.scopes.keys()) if (!claimed.has(scope)) this.scopes.delete(scope);
    for (const [scope, watermark] of claimed) {
      const known = this.scopes.get(scope);
      // A database that has lost commits has an earlier watermark, though its heads may have reached their numbers again.
      if (!known || !isEqual(known.watermark, watermark)) this.scopes.set(scope, undefined);
    }
    this.claimedFor = subscribers;
    this.claimedAt = performance.now();
  }

  private async claim(wanted: readonly WatchedScope[]): Promise<ClaimedScopes> {
    return wanted.length === 0 ? new Map() : this.watermarks.claim(wanted, this.holder, this.clock.now());
  }

  private isUpToDate(scope: WatchedScope, present: Present): boolean {
    const known = this.scopes.get(scope);
    if (known?.subscribers !== present.subscribers) return false;
    if (known.capacity.addresses && known.ranges !== present.ranges) return false;
    if (known.capacity.nextChange() <= this.clock.now()) return false;
    const { heads } = known.watermark;
    if (scope !== WHOLE_SERVICE) return heads.get(scope) === present.heads.get(scope);
    return [...present.heads].every(([zoneId, head]) => heads.get(zoneId) === head);
  }

  /** True when there is more. */
  private async evaluate(scope: WatchedScope, { subscribers }: Present): Promise<boolean> {
    if (!this.scopes.get(scope)) this.scopes.set(scope, await this.build(scope, subscribers));
    const evaluated = await this.transactions.run((tx) => this.evaluateIn(tx, scope));
    if (!evaluated) {
      this.scopes.delete(scope);
      return false;
    }
    this.scopes.set(scope, evaluated.next);
    if (evaluated.isTold) this.outbox.announce();
    return evaluated.hasMore;
  }

  private async build(scope: WatchedScope, subscribers: number): Promise<BuiltScope | undefined> {
    this.building = scope;
    try {
      // The builds before it may have taken longer than its lease.
      await this.watermarks.renew([scope], this.holder);
      return await this.builder.build(scope, this.holder, subscribers, this.interruption.signal);
    } finally {
      this.building = undefined;
    }
  }

  /**
   * Renews the leases of the scopes that have state and of the one that is being built, as often as a long round needs it:
   * a process that took one over would have to build its state too. The others may lapse to a process that has time.
   */
  private async renew(): Promise<void> {
    const isKept = (scope: WatchedScope) => scope === this.building || this.scopes.get(scope) !== undefined;
    await this.watermarks.renew([...this.scopes.keys()].filter(isKept), this.holder);
  }

  /**
   * Removes and returns the state of a scope. An attempt applies commits to it, so a retry must start from a new state.
   */
  private takeKnown(scope: WatchedScope): Evaluated | undefined {
    const known = this.scopes.get(scope);
    this.scopes.set(scope, undefined);
    return known;
  }

  private async evaluateIn(tx: EntityManager, scope: WatchedScope): Promise<Round | undefined> {
    // Read before the commits: no commit up to this time may be found after the clock has advanced past it.
    const begun = this.clock.now();
    const locked = await this.watermarks.lock(tx, scope, this.holder);
    if (!locked) return undefined;
    const { watermark, present } = locked;
    const now = Math.max(begun, watermark.reached);
    const known = this.takeKnown(scope);
    const capacity = await this.capacityAt(tx, scope, known, locked);
    if (!capacity) return { hasMore: true, isTold: false };
    const heads = new Map(
      [...present.heads.keys()].map((zoneId) => [zoneId, watermark.heads.get(zoneId) ?? 0]),
    );
    const isBehind = ([zoneId, head]: readonly [string, number]) => head < (present.heads.get(zoneId) ?? 0);
    const after = new Map([...heads].filter(isBehind));
    const most = Math.ceil(MAX_ENTRIES / after.size);
    const read = after.size > 0 ? await readCommits(tx, after, present.heads, most) : [];
    const commits = beforeUnread(read, present.heads);
    const watched = capacity.addresses ? await withAddresses(tx, commits, after) : commits;
    await WITHOUT_PAUSE.inParts(replayInTime(capacity, watched, heads, now));
    const hasMoreCommits = [...heads].some(isBehind);
    // While more commits follow, the time after them is not reached.
    const spare = capacity.addresses && !hasMoreCommits ? await this.builder.spareAt(tx, heads) : undefined;
    const { firings, joined, reached } = capacity.finish(hasMoreCommits ? undefined : now, spare);
    await this.outbox.add(tx, notificationsOf(firings), now);
    const next = { heads, reached, spare: capacity.addresses?.spareAddresses ?? null };
    await this.watermarks.moveOn(tx, scope, next, { ids: joined, subscribers: present.subscribers });
    const forgets = now - (known?.forgottenAt ?? now) > FORGET_EVERY_SECONDS;
    if (forgets) capacity.forgetPast();
    const forgottenAt = forgets ? now : (known?.forgottenAt ?? now);
    const { subscribers, ranges } = present;
    const evaluated = { capacity, watermark: next, subscribers, ranges, forgottenAt };
    const hasMore = hasMoreCommits || reached < now;
    return { next: evaluated, hasMore, isTold: firings.length > 0 };
  }

  /** The capacity at the watermark with the current subscriptions; undefined if the state doesn't fit them. */
  private async capacityAt(
    tx: EntityManager,
    scope: WatchedScope,
    known: Evaluated | undefined,
    { watermark, present }: Locked,
  ): Promise<WatchedCapacity | undefined> {
    if (!known || !isEqual(known.watermark, watermark)) return undefined;
    const { capacity, subscribers } = known;
    if (subscribers === present.subscribers) return capacity;
    const watches = await this.watermarks.watches(tx, scope, present.subscribers);
    if (!capacity.addresses && watchesAddresses(watches)) return undefined;
    capacity.watch(watches);
    return capacity;
  }
}

/** Adds to each commit what it did to the addresses of its zone. */
async function withAddresses(
  tx: EntityManager,
  commits: readonly Commit[],
  after: ReadonlyMap<string, number>,
): Promise<WatchedCommit[]> {
  // Commits of a zone are in their order, so the last sequence of each zone remains.
  const upTo = new Map(commits.map(({ zoneId, sequence }) => [zoneId, sequence]));
  const entries = await addressEntriesAfter(tx, upTo, after);
  const left = new Map<string, AddressEntry[]>([...upTo.keys()].map((zoneId) => [zoneId, []]));
  for (const entry of entries) left.get(entry.zoneId)?.push(entry);
  return commits.map((commit) => {
    const own = left.get(commit.zoneId) ?? [];
    const end = own.findIndex(({ sequence }) => sequence > commit.sequence);
    return { ...commit, addresses: own.splice(0, end < 0 ? own.length : end) };
  });
}

function isEqual(a: CapacityWatermark, b: CapacityWatermark): boolean {
  return (
    a.reached === b.reached &&
    a.heads.size === b.heads.size &&
    [...a.heads].every(([zoneId, head]) => b.heads.get(zoneId) === head)
  );
}

/** Made while they are stored. */
function* notificationsOf(firings: readonly Firing[]): Generator<NewNotification> {
  for (const firing of firings) yield notificationOf(firing);
}

function notificationOf({ subscription, at, figures }: Firing): NewNotification {
  const id = newId();
  return {
    id,
    subscriptionId: subscription.id,
    lane: subscription.id,
    path: subscription.kind,
    callbackUri: subscription.callbackUri,
    body: capacityChangeBody(id, subscription, at, figures),
    newestOnly: subscription.threshold === undefined,
  };
}
