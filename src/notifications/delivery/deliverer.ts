import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import { callbackAddress } from '../callback-address.js';
import { Batches } from '../../kernel/batches.js';
import { CallbackSender } from './callback-sender.js';
import { DeliveryFigures } from './delivery-figures.js';
import { GivingUp } from './giving-up.js';
import type { Settled, Settlement, Turn } from './lane.js';
import { LanesRepository } from './lanes.repository.js';
import { GONE, verdict } from './verdict.js';

/** Turns of one lane before the other lanes of its endpoint continue, and milliseconds after which it begins no other turn. */
const MAX_TURNS = 32;
const MAX_HOLD_MS = 1_000;
const MAX_SETTLED_AT_ONCE = 256;
const MIN_LEASE_MS = 1_000;

/** Delivers the notifications of a lane one after the other. Each outcome is stored before the next attempt begins. */
@Injectable()
export class Deliverer {
  private readonly log = new Logger(Deliverer.name);
  private isStopping = false;

  private readonly settling = new Batches<Settlement, Settled>(
    (settlements) => this.lanes.settle(settlements, this.leaseMilliseconds),
    MAX_SETTLED_AT_ONCE,
  );

  constructor(
    private readonly lanes: LanesRepository,
    private readonly sender: CallbackSender,
    private readonly givingUp: GivingUp,
    private readonly figures: DeliveryFigures,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** Longer than an attempt can take, so that no other worker begins one meanwhile. Each turn renews the lease. */
  get leaseMilliseconds(): number {
    return Math.max(MIN_LEASE_MS, this.configuration.callbackTimeoutMilliseconds * 1.5);
  }

  /** Lanes stop after the notification under way. */
  stopSoon(): void {
    this.isStopping = true;
  }

  abortAll(): void {
    this.sender.abortAll();
  }

  close(): Promise<void> {
    return this.sender.close();
  }

  /**
   * True when the lane was given back so that others can continue.
   *
   * @param note called after each attempt with whether it was acknowledged
   * @throws Error if the lease is over before an attempt begins, as after the process was frozen
   */
  async deliver(first: Turn, note: (isDelivered: boolean) => void): Promise<boolean> {
    let turn: Turn | undefined = first;
    let turns = 0;
    const mayGoOn = (): boolean => turns < MAX_TURNS && performance.now() < first.leasedAt + MAX_HOLD_MS;
    while (turn) {
      turns += 1;
      const settlement = await this.attempt(turn, mayGoOn);
      const { result } = settlement;
      if (result) note(result.outcome === 'delivered');
      const { isHeld, next } = await this.settling.add(settlement);
      if (isHeld) await this.end(settlement);
      turn = next;
    }
    return !mayGoOn();
  }

  private async attempt(turn: Turn, mayGoOn: () => boolean): Promise<Settlement> {
    const callbackUri = callbackAddress(turn.callbackUri, this.configuration);
    if (turn.isDisabled || callbackUri === undefined) return this.unsent(turn, mayGoOn);
    const left = turn.leasedAt + this.leaseMilliseconds - performance.now();
    if (left <= 0) throw new Error('it was over before the attempt began');
    const result = await this.sender.send(turn, callbackUri, left);
    const now = this.clock.now();
    const { callbackRetrySeconds: pauses } = this.configuration;
    this.figures.count(result.outcome);
    return verdict(turn, result, {
      pauses,
      now,
      chance: Math.random(),
      mayGoOn: mayGoOn() && !this.isStopping,
    });
  }

  /** The subscription was disabled while this was stored, or the default address was taken out of the configuration. */
  private unsent(turn: Turn, mayGoOn: () => boolean): Settlement {
    const now = this.clock.now();
    const state = turn.isDisabled ? 'dead' : 'kept';
    return { turn, at: now, state, failures: 0, goesOn: mayGoOn() && !this.isStopping, pause: 0 };
  }

  /** What follows from a notification that is given up. */
  private async end({ turn, result, state }: Settlement): Promise<void> {
    if (state !== 'dead') return;
    this.figures.dead += 1;
    if (!result) return;
    const { id, subscriptionId, attempt } = turn;
    this.log.warn(
      `notification ${id} of subscription ${subscriptionId} is given up after ${attempt} attempts (${result.outcome})`,
    );
    if (result.status === GONE) await this.givingUp.disable(turn);
  }
}
