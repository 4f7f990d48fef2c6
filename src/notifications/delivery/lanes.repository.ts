import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { queryPrepared } from '../../database/prepared.js';
import { withoutNulls } from '../../database/rows.js';
import { Transactions } from '../../database/transactions.js';
import type { Instant } from '../../kernel/time-window.js';
import type { Room } from './delivery-slots.js';
import type { HeldLane, LaneKey, Settlement, Turn } from './lane.js';
import { BEGIN, CLAIM, MOVE_ON, READDRESS, RECORD } from './lane-statements.js';

/** Of one claim. */
const MOST_LANES = 128;

/** A row of what RECORD takes. */
interface Ended extends LaneKey {
  readonly lease: string;
  readonly id: string;
  readonly number: number;
  readonly at: Date | string;
  readonly state?: string;
  readonly outcome?: string;
  readonly status?: number;
  readonly milliseconds?: number;
}

const ENDED = [
  'subscriptionId',
  'lane',
  'lease',
  'id',
  'number',
  'at',
  'state',
  'outcome',
  'status',
  'milliseconds',
] as const;

const HELD = ['subscriptionId', 'lane', 'lease'] as const;
const MOVED = ['subscriptionId', 'lane', 'failures', 'dueAt', 'goesOn'] as const;

interface LaneMove extends LaneKey {
  readonly failures: number;
  readonly dueAt: Date | string;
  readonly goesOn: boolean;
}

/** Lanes of notifications that wait, which one worker at a time has. */
@Injectable()
export class LanesRepository {
  /** So that under load all endpoints get their turn. */
  private servedLast = '';

  constructor(private readonly transactions: Transactions) {}

  /** Takes lanes that are due, and begins the notification at the front of each; and whether there may be more of them. */
  async claim(
    now: Instant,
    room: Room,
    leaseMilliseconds: number,
  ): Promise<{ turns: Turn[]; hasMore: boolean }> {
    const dueAt = timestamp(now);
    const most = Math.min(room.total, MOST_LANES);
    const claimed = await this.transactions.run(async (tx) => {
      const lanes = await queryPrepared<HeldLane>(tx, CLAIM, [
        dueAt,
        leaseMilliseconds,
        most,
        this.servedLast,
        JSON.stringify(room.perEndpoint),
        room.otherwise,
      ]);
      if (lanes.length === 0) return { turns: [], hasMore: false };
      const begun = await queryPrepared<Turn>(tx, BEGIN, columns(lanes, HELD));
      const busy = keysOf(begun);
      // What these had was told by somebody else, or has been superseded this moment.
      const idle = lanes.filter((lane) => !busy.has(keyOf(lane)));
      await this.moveOn(
        tx,
        idle.map((lane) => ({ ...lane, dueAt, goesOn: false })),
        0,
      );
      // One with nothing to tell has taken the room of another.
      return { turns: begun.map(withoutNulls), hasMore: lanes.length === most || idle.length > 0 };
    });
    this.servedLast = claimed.turns.at(-1)?.endpoint ?? this.servedLast;
    return claimed;
  }

  /**
   * Writes down how turns ended, and gives the next turn of those lanes that go on. A lane whose lease has run out or
   * whose subscription has ended has none.
   */
  async settle(settlements: readonly Settlement[], leaseMilliseconds: number): Promise<Turn[]> {
    const ended = columns(settlements.map(endOf), ENDED);
    return this.transactions.run(async (tx) => {
      const ours = keysOf(await queryPrepared<LaneKey>(tx, RECORD, ended));
      const moves = settlements.filter(({ turn }) => ours.has(keyOf(turn))).map(moveOf);
      return this.moveOn(tx, moves, leaseMilliseconds);
    });
  }

  /** Gives up everything that waits for a subscription, in a transaction of the caller's. */
  async giveUp(tx: EntityManager, subscriptionId: string, now: Instant): Promise<void> {
    await tx.query(`delete from delivery_lanes where subscription_id = $1`, [subscriptionId]);
    await tx.query(
      `update notifications set state = 'dead', settled_at = $2 where subscription_id = $1 and state = 'waiting'`,
      [subscriptionId, timestamp(now)],
    );
  }

  /** What waits for a subscription is due now, at another endpoint if there is one, in a transaction of the caller's. */
  async readdress(
    tx: EntityManager,
    subscriptionId: string,
    endpoint: string | undefined,
    now: Instant,
  ): Promise<void> {
    await tx.query(READDRESS, [subscriptionId, endpoint, timestamp(now)]);
  }

  private async moveOn(tx: EntityManager, moves: readonly LaneMove[], lease: number): Promise<Turn[]> {
    if (moves.length === 0) return [];
    const [subscriptions, ...rest] = columns(moves, MOVED);
    return (await queryPrepared<Turn>(tx, MOVE_ON, [subscriptions, lease, ...rest])).map(withoutNulls);
  }
}

function endOf({ turn, result, at, state }: Settlement): Ended {
  const { subscriptionId, lane, lease, id, attempt: number } = turn;
  const { outcome, status, milliseconds } = result ?? {};
  return {
    subscriptionId,
    lane,
    lease,
    id,
    number,
    at: timestamp(at),
    state,
    outcome,
    status,
    milliseconds,
  };
}

function moveOf({ turn, failures, dueAt, goesOn }: Settlement): LaneMove {
  return { ...keyParts(turn), failures, dueAt: timestamp(dueAt), goesOn };
}

function keyParts({ subscriptionId, lane }: LaneKey): LaneKey {
  return { subscriptionId, lane };
}

function keysOf(lanes: readonly LaneKey[]): ReadonlySet<string> {
  return new Set(lanes.map(keyOf));
}

export function keyOf({ subscriptionId, lane }: LaneKey): string {
  return `${subscriptionId} ${lane}`;
}

/** The members of rows as arrays, one for each. */
function columns<R>(rows: readonly R[], members: readonly (keyof R)[]): unknown[][] {
  return members.map((member) => rows.map((row) => row[member] ?? null));
}
