import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { readmitConflicted } from '../allocation/placement/holding.js';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { lapseReservation } from './end-reservation.js';
import { ReservationsRepository } from './reservations.repository.js';

const TURN_MILLISECONDS = 1_000;
const AT_ONCE = 500;

/**
 * Changes of reservations by the clock, other than their derived state: unused ones lapse at their expiry, holds end, and
 * reservations in conflict are admitted again when they fit.
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

  /** One round: handles all due reservations. */
  tick(): Promise<void> {
    return this.rounds.run();
  }

  private async bringOn(): Promise<void> {
    const now = this.clock.now();
    const due = await this.reservations.dueToLapse(now, AT_ONCE);
    await Promise.all(due.map(({ id, zoneId }) => this.allocation.admit(zoneId, lapseReservation(id))));
    // A batch ends the holds that are over before anything else, also if it has nothing else to decide.
    const holding = await this.reservations.zonesWithOverdueHolds(now);
    await Promise.all(holding.map((zoneId) => this.allocation.read(zoneId, () => undefined)));
    const zones = await this.reservations.zonesInConflict(now);
    await Promise.all(
      zones.map((zoneId) =>
        this.allocation.admit(zoneId, { needs: { conflicted: 'all' }, decide: readmitConflicted }),
      ),
    );
  }
}
