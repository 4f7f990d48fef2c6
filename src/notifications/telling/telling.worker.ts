import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../../allocation/allocation.service.js';
import { Rounds } from '../../kernel/rounds.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { CapacityTeller } from './capacity-teller.js';
import { ReservationTeller } from './reservation-teller.js';

/** How late a commit of another process, or an instant at which something is due, is seen at most. */
const TURN_MILLISECONDS = 250;
/**
 * Between rounds while commits keep coming, so that one round takes in what many of them did; and some times as long as the
 * round took, so that those who reserve have most of a busy machine.
 */
const BREATH_MILLISECONDS = 25;
const LONGEST_BREATH_MILLISECONDS = 100;
const BREATH_ROUNDS = 4;

/** Keeps the tellers going: at once after a commit of this process, else at their next turn. */
@Injectable()
export class TellingWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(TellingWorker.name);
  private readonly capacityRounds = new Rounds(
    () => this.tellCapacity(),
    TURN_MILLISECONDS,
    (error) => this.log.warn(`capacity subscriptions are evaluated again: ${String(error)}`),
  );
  private readonly reservationRounds = new Rounds(
    () => this.tellReservations(),
    TURN_MILLISECONDS,
    (error) => this.log.warn(`changes of reservations are told again: ${String(error)}`),
  );
  /** Whether the last round found anybody watching; nobody is woken for nothing. */
  private readonly isWatched = { capacity: true, reservations: true };
  private isStopping = false;

  constructor(
    allocation: AllocationService,
    subscriptions: SubscriptionsService,
    private readonly capacity: CapacityTeller,
    private readonly reservations: ReservationTeller,
  ) {
    allocation.onAppended(() => {
      if (this.isWatched.capacity) this.capacityRounds.wake();
      if (this.isWatched.reservations) this.reservationRounds.wake();
    });
    subscriptions.onChanged(() => {
      this.capacityRounds.wake();
      this.reservationRounds.wake();
    });
  }

  onApplicationBootstrap(): void {
    this.capacityRounds.start();
    this.reservationRounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.capacityRounds.stop(), this.reservationRounds.stop()]);
    await this.capacity.release().catch((error: unknown) => this.log.debug(`not released: ${String(error)}`));
  }

  /** Tells everything that is to be told by now. */
  async tick(): Promise<void> {
    await Promise.all([this.capacityRounds.run(), this.reservationRounds.run()]);
  }

  private async tellCapacity(): Promise<void> {
    const begun = performance.now();
    while ((await this.capacity.round()) && !this.isStopping);
    this.isWatched.capacity = this.capacity.isWatching;
    if (this.isWatched.capacity) await breathe(begun);
  }

  private async tellReservations(): Promise<void> {
    const begun = performance.now();
    this.isWatched.reservations = await this.reservations.round();
    if (this.isWatched.reservations) await breathe(begun);
  }
}

/** Pauses after a round that began at an instant of `performance.now()`. */
async function breathe(begun: number): Promise<void> {
  const wanted = BREATH_ROUNDS * (performance.now() - begun);
  const milliseconds = Math.min(Math.max(BREATH_MILLISECONDS, wanted), LONGEST_BREATH_MILLISECONDS);
  await pause(milliseconds, undefined, { ref: false });
}
