import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { admitAllUnbacked } from '../allocation/placement/waiting.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { endWait, lapseReservation } from './end-reservation.js';
import { ReservationsRepository } from './reservations.repository.js';

const TURN_MILLISECONDS = 1_000;

/**
 * Changes of reservations by the clock, other than their derived state: unused ones lapse at their expiry, holds and waits
 * end, and reservations in conflict or waiting are admitted when they fit.
 */
@Injectable()
export class ReservationsClock extends PollingWorker {
  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
  ) {
    super(TURN_MILLISECONDS, "the clock's work is tried again");
  }

  protected async round(): Promise<void> {
    const now = this.clock.now();
    const due = await this.reservations.dueToLapse(now);
    await Promise.all(due.map(({ id, zoneId }) => this.allocation.admit(zoneId, lapseReservation(id))));
    // A batch ends the holds that are over before anything else, also if it has nothing else to decide.
    const holding = await this.reservations.zonesWithOverdueHolds(now);
    await Promise.all(holding.map((zoneId) => this.allocation.read(zoneId, () => undefined)));
    const waits = await this.reservations.overdueWaits(now);
    await Promise.all(waits.map(({ id, zoneId }) => this.allocation.admit(zoneId, endWait(id))));
    // A batch tries waiting reservations that may fit by now before anything else, too.
    const awaited = await this.reservations.zonesAwaited(now);
    await Promise.all(awaited.map((zoneId) => this.allocation.read(zoneId, () => undefined)));
    await this.allocation.extendForWaiting();
    const zones = await this.reservations.zonesInConflict(now);
    await Promise.all(
      zones.map((zoneId) =>
        this.allocation.admit(zoneId, { needs: { unbacked: true }, decide: admitAllUnbacked }),
      ),
    );
  }
}
