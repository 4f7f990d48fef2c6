import type { CapacityTimelines, Figures } from '../../allocation/fold/capacity-timelines.js';
import { KEPT } from '../../allocation/fold/capacity-timelines.js';
import type { AddressEntry } from '../../allocation/addresses/address-entries.js';
import type { Commit } from '../../allocation/ledger/reader.js';
import type { ResourceClass } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import type { CapacitySubscription } from '../../subscriptions/subscription.js';
import { isSameFigures } from '../../capacity/figures.js';
import { holds } from './condition.js';
import { Conditions, type Conditioned } from './conditions.js';
import type { WatchedAddresses } from './watched-addresses.js';

/** A commit, with what it did to the zone's addresses if those are watched. */
export interface WatchedCommit extends Commit {
  readonly addresses?: readonly AddressEntry[];
}

/** A subscription in a scope. */
export interface Watch {
  readonly subscription: CapacitySubscription;
  readonly name: ResourceClass;
  /** When the subscription was made, or its threshold last changed: its condition counts from then on. */
  readonly from: Instant;
  /** Zone → the last entry before the subscription; absent once its condition has been evaluated there. */
  readonly since?: ReadonlyMap<string, number>;
}

/** A subscription that fires, with the figures to send. */
export interface Firing {
  readonly subscription: CapacitySubscription;
  readonly at: Instant;
  readonly figures: Figures;
}

/** A subscription without a condition, and the number of changes of the class at its last notification or its start. */
interface Unconditional {
  readonly subscription: CapacitySubscription;
  seen: number;
}

/** A change of the figures of a class, and its number. */
interface Change {
  readonly number: number;
  readonly at: Instant;
  readonly figures: Figures;
}

/**
 * Notifications to subscriptions without a condition, per class and round. Beyond it they receive only the newest
 * figures of the round: notifications to many of them would otherwise fall behind a busy zone without bound.
 */
export const MAX_UNCONDITIONAL = 5_000;

/**
 * Notifications that may be waiting when a commit or an instant is still evaluated. With more the round ends there, because
 * each may turn all conditions.
 */
export const MAX_FIRINGS = 10_000;

/** Instants between commits that a round evaluates at most, all at once: after a long pause there may be any number. */
export const MAX_INSTANTS = 5_000;

/** State of one class: its figures, since when they hold, how often they have changed, and its subscriptions. */
interface WatchedClass {
  figures: Figures;
  changedAt: Instant;
  changes: number;
  /** The changes of this round, for the subscriptions without a condition. */
  recent: Change[];
  readonly conditions: Conditions;
  readonly everyChange: Unconditional[];
}

/**
 * The capacity of a scope, moved on by time and commits, and the subscriptions that fire. Conditions are evaluated
 * after every commit and at every instant at which a figure changes, and fire on edges (semantics §8). A pure replay of
 * the ledger and the entries of addresses: the same commits and instants always fire the same.
 */
export class WatchedCapacity {
  private readonly classes = new Map<ResourceClass, WatchedClass>();
  private firings: Firing[] = [];
  /** Instants between commits that this round has evaluated. */
  private instants = 0;
  /** Subscriptions that begin after the point reached by the replay. */
  private joining: Watch[] = [];
  private joined: string[] = [];

  /**
   * @param timelines of the scope's zones together, of all classes, so that any of them can be watched later
   * @param heads zone → the last entry that they contain
   * @param reached instant up to which conditions have been evaluated
   * @param addresses limits the figures of public addresses; absent: they are not watched
   */
  constructor(
    private readonly timelines: CapacityTimelines,
    private readonly heads: Map<string, number>,
    private reached: Instant,
    readonly addresses?: WatchedAddresses,
  ) {}

  /** Replaces the subscriptions; at first there are none. */
  watch(watches: readonly Watch[]): void {
    const before = new Map<string, boolean | undefined>();
    for (const { conditions, everyChange } of this.classes.values()) {
      for (const { subscription, held } of conditions) before.set(subscription.id, held);
      for (const { subscription } of everyChange) before.set(subscription.id, undefined);
    }
    this.classes.clear();
    this.joining = [];
    for (const watch of watches) {
      const { subscription, name, since } = watch;
      const watched = this.watchedClass(name);
      const { id, threshold } = subscription;
      // Also for a known subscription whose threshold has changed.
      if (since) this.joining.push(watch);
      else if (before.has(id)) add(watched, subscription, before.get(id));
      else add(watched, subscription, threshold && holds(threshold, watched.figures));
    }
  }

  /** Applies a commit, after all changes that were due by its time. False: it is left to the next round, which is to be finished first. */
  apply({ zoneId, sequence, recordedAt, entries, addresses = [] }: WatchedCommit): boolean {
    if (this.isFull || !this.advance(recordedAt)) return false;
    this.join(FOREVER);
    for (const entry of entries) this.timelines.apply(entry);
    this.addresses?.apply(zoneId, entries, addresses);
    this.heads.set(zoneId, sequence);
    this.look();
    return true;
  }

  /** Advances the clock, stopping at each instant at which a figure changes. False if it did not get there in this round. */
  private advance(until: Instant): boolean {
    for (let at = this.nextChange(); at <= until; at = this.nextChange()) {
      if (this.isFull) return false;
      this.join(at - 1);
      this.reached = at;
      this.instants += 1;
      this.look();
    }
    this.join(until);
    this.reached = Math.max(this.reached, until);
    return true;
  }

  private get isFull(): boolean {
    return this.firings.length >= MAX_FIRINGS || this.instants >= MAX_INSTANTS;
  }

  /** The next instant at which a watched figure changes with time; FOREVER: never. */
  nextChange(): Instant {
    let next = FOREVER;
    for (const name of this.classes.keys()) {
      if (name === 'addresses' && this.addresses) {
        next = Math.min(next, this.addresses.nextChange(this.reached));
        continue;
      }
      for (const kept of KEPT) {
        next = Math.min(next, this.timelines.timeline(kept, name)?.nextChange(this.reached) ?? FOREVER);
      }
    }
    return next;
  }

  /**
   * Ends a round. Returns the firings since the last one, in order, the subscriptions that joined, and the instant
   * reached. With `until`, evaluates up to then, if that is not too much for the round, and lets all join; without, more
   * commits follow first.
   *
   * @param spare addresses that the scope's zones can still get, at the heads and the instant reached
   */
  finish(
    until?: Instant,
    spare?: number,
  ): {
    readonly firings: readonly Firing[];
    readonly joined: readonly string[];
    readonly reached: Instant;
  } {
    if (until !== undefined && this.advance(until)) {
      if (spare !== undefined) this.addresses?.share(spare);
      this.look();
      this.join(FOREVER);
    }
    const firings = [...this.firings, ...this.everyChange()];
    const { joined, reached } = this;
    this.firings = [];
    this.instants = 0;
    this.joined = [];
    return { firings, joined, reached };
  }

  /** Drops the past, so that memory follows the live part. */
  forgetPast(): void {
    this.timelines.forgetBefore(this.reached);
    this.addresses?.forgetBefore(this.reached);
  }

  private look(): void {
    for (const [name, watched] of this.classes) {
      const figures = this.figuresOf(name);
      const before = watched.figures;
      if (isSameFigures(figures, before)) continue;
      watched.figures = figures;
      watched.changedAt = this.reached;
      watched.changes += 1;
      keepRecent(watched);
      for (const condition of watched.conditions.turnedBy(before, figures)) this.compare(condition, figures);
    }
  }

  private figuresOf(name: ResourceClass): Figures {
    if (name === 'addresses' && this.addresses) return this.addresses.figuresAt(this.reached);
    return this.timelines.figuresAt(name, this.reached);
  }

  private compare(condition: Conditioned, figures: Figures, at = this.reached): void {
    const { subscription, threshold, held } = condition;
    condition.held = holds(threshold, figures);
    if (condition.held && !held) this.firings.push({ subscription, at, figures });
  }

  private everyChange(): Firing[] {
    const firings: Firing[] = [];
    for (const watched of this.classes.values()) {
      for (const one of watched.everyChange) {
        const { subscription, seen } = one;
        for (const { number, at, figures } of watched.recent)
          if (number > seen) firings.push({ subscription, at, figures });
        one.seen = watched.changes;
      }
      watched.recent = [];
    }
    return firings;
  }

  /**
   * Evaluates once the conditions of subscriptions made by an instant, before the next commit: they count from here on.
   * Without a threshold the next change is the first that fires.
   */
  private join(until: Instant): void {
    if (this.joining.length === 0) return;
    const [ready, others] = partition(this.joining, (watch) => this.isReady(watch, until));
    this.joining = others;
    for (const { subscription, name, from } of ready) {
      const watched = this.watchedClass(name);
      const condition = add(watched, subscription, undefined);
      // It may have been true for long: the point reached is only that of the last evaluation.
      if (condition) this.compare(condition, watched.figures, Math.max(from, watched.changedAt));
      this.joined.push(subscription.id);
    }
  }

  private isReady({ from, since }: Watch, until: Instant): boolean {
    if (from > until) return false;
    return [...(since ?? [])].every(([zoneId, head]) => (this.heads.get(zoneId) ?? 0) >= head);
  }

  private watchedClass(name: ResourceClass): WatchedClass {
    let watched = this.classes.get(name);
    if (!watched) {
      const figures = this.figuresOf(name);
      watched = {
        figures,
        changedAt: this.reached,
        changes: 0,
        recent: [],
        conditions: new Conditions(),
        everyChange: [],
      };
      this.classes.set(name, watched);
    }
    return watched;
  }
}

function keepRecent({ changes: number, changedAt: at, figures, recent, everyChange }: WatchedClass): void {
  if (everyChange.length === 0) return;
  recent.push({ number, at, figures });
  if (recent.length > 1 && recent.length * everyChange.length > MAX_UNCONDITIONAL) recent.shift();
}

function partition<T>(all: readonly T[], isWanted: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isWanted), all.filter((one) => !isWanted(one))];
}

/** Returns the added condition, if there is one. */
function add(
  { conditions, everyChange, changes }: WatchedClass,
  subscription: CapacitySubscription,
  held: boolean | undefined,
): Conditioned | undefined {
  const { threshold } = subscription;
  if (!threshold) {
    everyChange.push({ subscription, seen: changes });
    return undefined;
  }
  const condition = { subscription, threshold, held };
  conditions.add(condition);
  return condition;
}
