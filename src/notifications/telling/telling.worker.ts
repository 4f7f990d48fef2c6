import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../../allocation/allocation.service.js';
import { Rounds } from '../../kernel/rounds.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { CapacityTeller } from './capacity-teller.js';
import { ReservationTeller } from './reservation-teller.js';

/** Poll interval: the latest at which a commit of another process or a due instant is seen. */
const TURN_MS = 250;
/**
 * Pause between rounds while commits keep coming, so that one round covers many of them. It is also proportional to the
 * length of the round, which leaves most of a busy machine to admissions.
 */
const BREATH_MS = 25;
const MAX_BREATH_MS = 100;
const BREATH_ROUNDS = 4;

/** Runs the tellers: at once after a commit of this process, else at the poll interval. */
@Injectable()
export class TellingWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(TellingWorker.name);
  private readonly capacityRounds = new Rounds(
    () => this.tellCapacity(),
    TURN_MS,
    (error) => {
      if (!this.isStopping) this.log.warn(`capacity subscriptions are evaluated again: ${String(error)}`);
    },
  );
  private readonly reservationRounds = new Rounds(
    () => this.tellReservations(),
    TURN_MS,
    (error) => this.log.warn(`changes of reservations are told again: ${String(error)}`),
  );
  /** Whether the last round found subscriptions; without any, commits don't wake the worker. */
  private readonly isWatched = { capacity: true, reservations: true };
  private isStopping = false;

  constructor(
    allocation: AllocationService,
    subscriptions: SubscriptionsService,
    private readonly capacity: CapacityTeller,
    private readonly reservations: ReservationTeller,
  ) {
    allocation.events.on('appended', () => {
      if (this.isWatched.capacity) this.capacityRounds.wake();
      if (this.isWatched.reservations) this.reservationRounds.wake();
    });
    subscriptions.events.on('changed', () => {
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
    this.capacity.interrupt();
    this.reservations.interrupt();
    await Promise.all([this.capacityRounds.stop(), this.reservationRounds.stop()]);
    await this.capacity.release().catch((error: unknown) => this.log.debug(`not released: ${String(error)}`));
  }

  /** Sends all notifications that are due. */
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
  const milliseconds = Math.min(Math.max(BREATH_MS, wanted), MAX_BREATH_MS);
  await pause(milliseconds, undefined, { ref: false });
}
