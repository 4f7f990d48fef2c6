import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { readmitConflicted } from '../allocation/holding.js';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { lapseReservation } from './end-reservation.js';
import { ReservationsRepository } from './reservations.repository.js';

const TURN_MILLISECONDS = 1_000;
const AT_ONCE = 500;

/**
 * What time does to reservations beyond their state, which follows from the clock by itself: those that nothing was
 * taken from lapse at their expiry, and those in conflict are admitted again when what was in their way is over.
 */
@Injectable()
export class ReservationsClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(ReservationsClock.name);
  private readonly rounds = new Rounds(
    () => this.bringOn(),
    TURN_MILLISECONDS,
    (error) => this.log.warn(`the clock's work is tried again: ${String(error)}`),
  );

  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round: everything whose time has come. */
  tick(): Promise<void> {
    return this.rounds.run();
  }

  private async bringOn(): Promise<void> {
    const now = this.clock.now();
    const due = await this.reservations.dueToLapse(now, AT_ONCE);
    await Promise.all(due.map(({ id, zoneId }) => this.allocation.admit(zoneId, lapseReservation(id))));
    const zones = await this.reservations.zonesInConflict(now);
    await Promise.all(
      zones.map((zoneId) =>
        this.allocation.admit(zoneId, { needs: { conflicted: 'all' }, decide: readmitConflicted }),
      ),
    );
  }
}
