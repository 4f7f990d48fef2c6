import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import type { ReservationRecord } from '../../allocation/records.js';
import { newId } from '../../kernel/identifiers.js';
import type { Instant } from '../../kernel/time-window.js';
import { reservationChangeBody, toldChange } from '../dto/notification-bodies.js';
import { Outbox, type NewNotification } from '../outbox.js';
import {
  ReservationChangesRepository,
  type Candidate,
  type Watcher,
  type Watermark,
} from './reservation-changes.repository.js';
import { eventsOf, type ReservationEvent } from './reservation-story.js';

/** No round retells more than this of the clock's work, so that one after a long pause stays small. */
const LONGEST_STEP_SECONDS = 86_400;

/**
 * Tells those who watch reservations what happened to them, zone by zone: what admissions wrote down in their own
 * transaction, and what the clock did. How far it got is stored with what it tells, so every event is told once.
 */
@Injectable()
export class ReservationTeller {
  private lookedAt?: Instant;

  constructor(
    private readonly changes: ReservationChangesRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** One round: tells everything up to now, zone by zone. False when nobody watches. */
  async round(): Promise<boolean> {
    if (!(await this.changes.isWatched())) return false;
    const now = this.clock.now();
    const leadSeconds = this.configuration.endApproachingLeadSeconds;
    // The clock's work can be new once a second only, and looking for it costs more than looking at heads.
    for (const zoneId of await this.changes.zonesDue(leadSeconds, now === this.lookedAt ? undefined : now)) {
      while (await this.step(zoneId)) this.outbox.announce();
      this.outbox.announce();
    }
    this.lookedAt = now;
    return true;
  }

  /** True when there is more to tell. */
  private async step(zoneId: string): Promise<boolean> {
    // What the clock has done is told, so what was decided before it must not come later.
    const begun = this.clock.now();
    await this.changes.letTimePass(zoneId, begun);
    return this.transactions.run(async (tx) => {
      const told = await this.changes.lock(tx, zoneId);
      if (!told) return false;
      const now = Math.max(begun, told.reached);
      const leadSeconds = this.configuration.endApproachingLeadSeconds;
      // After a long pause a part of it at a time.
      const until = Math.min(now, told.reached + LONGEST_STEP_SECONDS);
      const limit = { until, now, leadSeconds };
      const { goal, hasMore, candidates } = await this.changes.untold(tx, zoneId, told, limit);
      const events = candidates.flatMap((candidate) => eventsIn(candidate, told, goal, leadSeconds));
      await this.outbox.add(tx, await this.notifications(tx, zoneId, events, told), now);
      await this.changes.moveOn(tx, zoneId, goal);
      return hasMore;
    });
  }

  private async notifications(
    tx: EntityManager,
    zoneId: string,
    events: readonly ReservationEvent[],
    told: Watermark,
  ): Promise<NewNotification[]> {
    if (events.length === 0) return [];
    const ids = [...new Set(events.map(({ after }) => after.id))];
    const zoneIds = [...new Set([zoneId, ...events.flatMap(({ madeIn }) => madeIn ?? [])])];
    const watchers = await this.changes.watchers(tx, zoneIds, ids);
    return events.flatMap((event) =>
      watchers
        .filter((watcher) => watches(watcher, event.after) && isInTime(watcher, event, told, zoneId))
        .map((watcher) => this.notification(watcher, event)),
    );
  }

  private notification(
    { id: subscriptionId, callbackUri }: Watcher,
    event: ReservationEvent,
  ): NewNotification {
    const id = newId();
    const body = reservationChangeBody(id, subscriptionId, this.configuration.vimId, toldChange(event));
    return {
      id,
      subscriptionId,
      lane: event.after.id,
      path: 'compute',
      callbackUri,
      body,
      newestOnly: false,
    };
  }
}

function eventsIn(
  candidate: Candidate,
  told: Watermark,
  goal: Watermark,
  leadSeconds: number,
): ReservationEvent[] {
  const { isNew, madeAt, madeIn, current, changes } = candidate;
  return eventsOf({
    toldUntil: isNew ? undefined : (candidate.toldUntil ?? told.reached),
    madeAt,
    madeIn,
    until: goal.reached,
    changes,
    current,
    leadSeconds,
  });
}

function watches({ reservationIds, tenant }: Watcher, { id, tenant: owner }: ReservationRecord): boolean {
  return reservationIds.length === 0 ? tenant === undefined || tenant === owner : reservationIds.includes(id);
}

/** What was committed before a subscription is not for it; of the clock's work a new one hears what came after it. */
function isInTime(watcher: Watcher, event: ReservationEvent, told: Watermark, zoneId: string): boolean {
  const { since, createdAt } = watcher;
  if (event.type === 'Reservation created') return hearsOfCreation(watcher, event, zoneId);
  if (event.subscribers !== undefined) return since <= event.subscribers;
  return since <= told.subscribers || createdAt <= event.at;
}

/** A subscription to all reservations is told of those made since: by the ledger that made them, so that no clock has a say. */
function hearsOfCreation(
  watcher: Watcher,
  { madeAt, madeIn, at }: ReservationEvent,
  zoneId: string,
): boolean {
  if (watcher.reservationIds.length > 0) return false;
  return madeAt === undefined ? watcher.createdAt <= at : (watcher.heads[madeIn ?? zoneId] ?? 0) < madeAt;
}
