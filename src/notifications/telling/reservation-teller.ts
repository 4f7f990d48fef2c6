import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import type { ReservationRecord } from '../../allocation/admission/records.js';
import { newId } from '../../kernel/identifiers.js';
import type { Instant } from '../../kernel/time-window.js';
import { reservationChangeBody, toldChange, type ToldChange } from '../dto/notification-bodies.js';
import { Outbox, type NewNotification } from '../outbox.js';
import {
  ReservationChangesRepository,
  type Candidate,
  type Untold,
  type Watcher,
  type Watermark,
} from './reservation-changes.repository.js';
import { eventsOf, type ReservationEvent } from './reservation-story.js';

/** A round of a zone: told up to a watermark, and from there up to the goal. */
interface Round {
  readonly told: Watermark;
  readonly goal: Watermark;
  readonly now: Instant;
  readonly leadSeconds: number;
}

/** Maximum of clock time per round, so that a round after a long pause stays small. */
const MAX_STEP_SECONDS = 86_400;

/** So one with very many notifications does not delay the others. A quarter of the connections at most. */
const ZONES_AT_ONCE = 4;

/** While steps are under way, other zones are looked for as often. */
const LOOK_MS = 250;

/**
 * Sends reservation changes zone by zone: changes that admissions recorded in their own transaction, and events by the
 * clock. The watermark is stored with the notifications, so every event is sent once.
 */
@Injectable()
export class ReservationTeller {
  private lookedAt?: Instant;
  private isInterrupted = false;

  constructor(
    private readonly changes: ReservationChangesRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /**
   * One round: sends all changes up to now, some zones at a time. False without subscriptions.
   *
   * @throws the first failure, after all zones that were due have been tried
   */
  async round(): Promise<boolean> {
    // Before anything is waited for: a stop meanwhile must count.
    this.isInterrupted = false;
    if (!(await this.changes.isWatched())) return false;
    const now = this.clock.now();
    // Clock events appear once a second at most, and looking for them costs more than reading heads.
    const due = await this.zonesDue(now === this.lookedAt ? undefined : now);
    await this.tellOf(new Set(due));
    if (!this.isInterrupted) this.lookedAt = now;
    return true;
  }

  /** Ends the current round after the steps that are under way. */
  interrupt(): void {
    this.isInterrupted = true;
  }

  /**
   * A step may take seconds. Zones that become due meanwhile are told too, and a zone with more changes has its next step
   * after those that wait. After a failure no more are begun with, so that it is reported: busy zones could become due for ever.
   */
  private async tellOf(due: Set<string>): Promise<void> {
    const atOnce = Math.min(ZONES_AT_ONCE, Math.ceil(this.configuration.databasePool / 4));
    let failure: Error | undefined;
    const underWay = new Map<string, Promise<void>>();
    const begin = async (zoneId: string): Promise<void> => {
      try {
        if ((await this.step(zoneId)) && !failure) due.add(zoneId);
        this.outbox.announce();
      } catch (error) {
        failure ??= error as Error;
      } finally {
        underWay.delete(zoneId);
      }
    };
    let look: Promise<boolean> | undefined;
    try {
      while (!this.isInterrupted && due.size + underWay.size > 0) {
        for (const zoneId of [...due].slice(0, atOnce - underWay.size)) {
          due.delete(zoneId);
          underWay.set(zoneId, begin(zoneId));
        }
        look ??= pause(LOOK_MS, true, { ref: false });
        if (!(await Promise.race([look, ...underWay.values()]))) continue;
        look = undefined;
        if (failure) continue;
        for (const zoneId of await this.zonesDue(this.clock.now()))
          if (!underWay.has(zoneId)) due.add(zoneId);
      }
    } finally {
      await Promise.all(underWay.values());
    }
    if (failure) throw failure;
  }

  /** @param now absent: only zones with changes, not those in which the clock has done something */
  private zonesDue(now?: Instant): Promise<readonly string[]> {
    return this.changes.zonesDue(this.configuration.endApproachingLeadSeconds, now);
  }

  /** True when more changes follow. */
  private async step(zoneId: string): Promise<boolean> {
    // Clock events are about to be sent, so no append decided before them may be stored later.
    const begun = this.clock.now();
    await this.changes.advanceZoneClock(zoneId, begun);
    return this.transactions.run(async (tx) => {
      const told = await this.changes.lock(tx, zoneId);
      if (!told) return false;
      const now = Math.max(begun, told.reached);
      const leadSeconds = this.configuration.endApproachingLeadSeconds;
      // Limits the step after a long pause.
      const until = Math.min(now, told.reached + MAX_STEP_SECONDS);
      const limit = { until, now, leadSeconds };
      const { goal, hasMore, candidates } = await this.changes.untold(tx, zoneId, told, limit);
      const round = { told, goal, now: Math.max(now, goal.reached), leadSeconds };
      await this.outbox.add(tx, this.notifications(tx, candidates, round), now);
      await this.changes.moveOn(tx, zoneId, goal);
      return hasMore;
    });
  }

  /** Made while they are stored: a round may be about any number of reservations, each with any number of subscriptions. */
  private async *notifications(
    tx: EntityManager,
    candidates: Untold['candidates'],
    { told, goal, now, leadSeconds }: Round,
  ): AsyncGenerator<NewNotification> {
    for await (const some of candidates) {
      const events = some
        .flatMap((candidate) => eventsIn(candidate, told, goal, leadSeconds))
        .filter((event) => !isStale(event, now));
      if (events.length === 0) continue;
      const watchers = await this.changes.watchers(
        tx,
        events.map(({ after }) => after),
      );
      for (const event of events) {
        const change = toldChange(event);
        for (const watcher of watchers) {
          if (watches(watcher, event.after) && isInTime(watcher, event, told, now))
            yield this.notification(watcher, event, change);
        }
      }
    }
  }

  private notification(
    { id: subscriptionId, callbackUri }: Watcher,
    event: ReservationEvent,
    change: ToldChange,
  ): NewNotification {
    const id = newId();
    const body = reservationChangeBody(id, subscriptionId, this.configuration.vimId, change);
    return {
      id,
      subscriptionId,
      lane: event.after.id,
      path: 'compute',
      callbackUri,
      body,
      newestOnly: false,
      traceparent: event.traceparent,
    };
  }
}

function eventsIn(
  candidate: Candidate,
  told: Watermark,
  goal: Watermark,
  leadSeconds: number,
): ReservationEvent[] {
  const { isNew, creation, current, changes } = candidate;
  return eventsOf({
    toldUntil: isNew || creation ? undefined : (candidate.toldUntil ?? told.reached),
    creation,
    until: goal.reached,
    changes,
    current,
    leadSeconds,
  });
}

/** The end that approached during a pause of the service has come: its own notification follows. */
function isStale({ type, after }: ReservationEvent, now: Instant): boolean {
  return type === 'Reservation end approaching' && after.window.end <= now;
}

/** A tenant's subscription never receives changes of another's reservation. */
function watches({ reservationIds, tenant }: Watcher, { id, tenant: owner }: ReservationRecord): boolean {
  const isVisible = tenant === undefined || tenant === owner;
  return isVisible && (reservationIds.length === 0 || reservationIds.includes(id));
}

/**
 * Excludes changes committed before the subscription. Of the clock's events a new subscription receives those after it
 * was made; all of the round if it was made by a process whose clock is ahead.
 */
function isInTime(
  { since, createdAt, reservationIds }: Watcher,
  event: ReservationEvent,
  told: Watermark,
  now: Instant,
): boolean {
  if (event.type === 'Reservation created' && reservationIds.length > 0) return false;
  if (event.subscribers !== undefined) return since <= event.subscribers;
  return since <= told.subscribers || createdAt <= event.at || createdAt > now;
}
