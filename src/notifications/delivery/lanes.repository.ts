import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NIL } from 'uuid';
import { timestamp } from '../../database/columns.js';
import { queryPrepared } from '../../database/prepared.js';
import { withoutNulls } from '../../database/rows.js';
import { Transactions } from '../../database/transactions.js';
import type { Instant } from '../../kernel/time-window.js';
import type { Subscription } from '../../subscriptions/subscription.js';
import type { FreeSlots } from './delivery-slots.js';
import type { HeldLane, LaneKey, Settled, Settlement, Turn } from './lane.js';
import { DISABLED_WITH_WAITING, GIVE_UP, LEFT, STOP } from './giving-up.statement.js';
import { BEGIN, CLAIM, MOVE_ON, READDRESS, RECORD } from './lanes.statement.js';

/** Lanes per claim. */
const MAX_LANES = 128;

/** Lanes or notifications that one statement stops, restarts or gives up. */
const MAX_AT_ONCE = 10_000;

type TurnRow = Omit<Turn, 'leasedAt'>;

/** A row of LEFT. */
interface Left {
  readonly lanes: boolean;
  readonly waiting: boolean;
}

/** Lanes with waiting notifications. One worker at a time leases a lane. */
@Injectable()
export class LanesRepository {
  /** Claims continue behind this endpoint, so that all endpoints are served under load. */
  private servedLast = '';

  constructor(private readonly transactions: Transactions) {}

  /** Claims due lanes and begins the notification at the front of each. Also says whether more may be due. */
  async claim(
    now: Instant,
    room: FreeSlots,
    leaseMilliseconds: number,
  ): Promise<{ turns: Turn[]; hasMore: boolean }> {
    const most = Math.min(room.total, MAX_LANES);
    const leasedAt = performance.now();
    const { servedLast, ...claimed } = await this.transactions.run(async (tx) => {
      const lanes = await queryPrepared<HeldLane & { servedLast: string }>(tx, CLAIM, [
        timestamp(now),
        leaseMilliseconds,
        most,
        this.servedLast,
        JSON.stringify(room.perEndpoint, withMaps),
        room.otherwise,
      ]);
      if (lanes.length === 0) return { turns: [], hasMore: false, servedLast: this.servedLast };
      const held = lanes.map(({ subscriptionId, lane, lease }) => [subscriptionId, lane, lease]);
      const begun = await queryPrepared<TurnRow>(tx, BEGIN, columns(held));
      const busy = keysOf(begun);
      // The notifications of these lanes were sent by another worker, or have just been superseded.
      const idle = lanes.filter((lane) => !busy.has(laneKeyOf(lane)));
      const moves = idle.map((lane) => moveOf(lane, { ...lane, at: now, pause: 0, goesOn: false }));
      await this.moveOn(tx, moves, 0);
      // An empty lane has taken the room of another.
      const hasMore = lanes.length === most || idle.length > 0;
      const turns = begun.map((row) => ({ ...withoutNulls(row), leasedAt }));
      return { turns, hasMore, servedLast: lanes[0].servedLast };
    });
    this.servedLast = servedLast;
    return claimed;
  }

  /** Stores the outcome of turns, and begins the next turn of lanes that continue. */
  async settle(settlements: readonly Settlement[], leaseMilliseconds: number): Promise<Settled[]> {
    const ended = columns(settlements.map(endOf));
    const leasedAt = performance.now();
    return this.transactions.run(async (tx) => {
      const places = await queryPrepared<{ place: number }>(tx, RECORD, ended);
      const held = new Set(places.map(({ place }) => settlements[place - 1]));
      const moves = [...held].map((settlement) => moveOf(settlement.turn, settlement));
      const turns = await this.moveOn(tx, moves, leaseMilliseconds);
      const next = new Map(turns.map((row) => [laneKeyOf(row), { ...row, leasedAt }]));
      return settlements.map((settlement) =>
        held.has(settlement)
          ? { isHeld: true, next: next.get(laneKeyOf(settlement.turn)) }
          : { isHeld: false },
      );
    });
  }

  /** Removes lanes of a subscription: no worker sends what waits in them. Returns whether there may be more. */
  async stop(tx: EntityManager, subscriptionId: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(STOP, [subscriptionId, MAX_AT_ONCE]);
    return count === MAX_AT_ONCE;
  }

  /** Disabled subscriptions of which notifications wait. */
  async disabledWithWaiting(): Promise<string[]> {
    const rows = await this.transactions.run((tx) => tx.query<{ id: string }[]>(DISABLED_WITH_WAITING));
    return rows.map(({ id }) => id);
  }

  /** Whether a disabled subscription has lanes or waiting notifications. It stays disabled like in `giveUpPart`. */
  async hasLeft(tx: EntityManager, subscriptionId: string): Promise<boolean> {
    const left = await this.left(tx, subscriptionId);
    return left !== undefined && (left.lanes || left.waiting);
  }

  /**
   * Gives up waiting notifications of a subscription, lanes first, if it is disabled. It stays so until the end of the
   * caller's transaction. Returns how many, and whether there may be more.
   */
  async giveUpPart(
    tx: EntityManager,
    subscriptionId: string,
    now: Instant,
  ): Promise<{ dead: number; hasMore: boolean }> {
    const left = await this.left(tx, subscriptionId);
    if (left?.lanes) await this.stop(tx, subscriptionId);
    if (!left?.waiting || left.lanes) return { dead: 0, hasMore: left?.lanes ?? false };
    const values = [subscriptionId, timestamp(now), MAX_AT_ONCE];
    const [, dead] = await tx.query<[unknown, number]>(GIVE_UP, values);
    return { dead, hasMore: true };
  }

  /**
   * Makes waiting notifications of a subscription due now, at another endpoint if there is one, as long as this is its
   * address. Returns the last of their lanes if there may be more.
   *
   * @param behind the lanes before it, and this one, are done
   */
  async readdress(
    tx: EntityManager,
    { id, callbackUri }: Pick<Subscription, 'id' | 'callbackUri'>,
    endpoint: string | undefined,
    now: Instant,
    behind: string = NIL,
  ): Promise<string | undefined> {
    const values = [id, callbackUri, endpoint, timestamp(now), behind, MAX_AT_ONCE];
    const rows = await tx.query<{ last: string }[]>(READDRESS, values);
    return rows.at(0)?.last;
  }

  /** Undefined if the subscription isn't disabled. */
  private async left(tx: EntityManager, subscriptionId: string): Promise<Left | undefined> {
    return (await tx.query<Left[]>(LEFT, [subscriptionId])).at(0);
  }

  private async moveOn(tx: EntityManager, moves: readonly unknown[][], lease: number): Promise<TurnRow[]> {
    if (moves.length === 0) return [];
    const [subscriptions, ...rest] = columns(moves);
    return (await queryPrepared<TurnRow>(tx, MOVE_ON, [subscriptions, lease, ...rest])).map(withoutNulls);
  }
}

/** Writes a map as an object. */
function withMaps(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/** A row of RECORD's parameters. */
function endOf({ turn, result, at, state }: Settlement): unknown[] {
  const { subscriptionId, lane, lease, id, attempt } = turn;
  const outcome = [result?.outcome, result?.status, result?.milliseconds];
  return [subscriptionId, lane, lease, id, attempt, timestamp(at), state, ...outcome];
}

/** A row of MOVE_ON's parameters. */
function moveOf(
  { subscriptionId, lane }: LaneKey,
  { failures, at, pause, goesOn }: Pick<Settlement, 'failures' | 'at' | 'pause' | 'goesOn'>,
): unknown[] {
  return [subscriptionId, lane, failures, timestamp(at), pause, goesOn];
}

function keysOf(lanes: readonly LaneKey[]): ReadonlySet<string> {
  return new Set(lanes.map(laneKeyOf));
}

function laneKeyOf({ subscriptionId, lane }: LaneKey): string {
  return `${subscriptionId} ${lane}`;
}

/** The columns of rows, of which there is one at least; PostgreSQL takes each as one parameter. */
function columns(rows: readonly (readonly unknown[])[]): unknown[][] {
  return rows[0].map((_, index) => rows.map((row) => row[index] ?? null));
}
