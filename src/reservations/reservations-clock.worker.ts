import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { admitAllUnbacked } from '../allocation/placement/waiting.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { doAll } from '../kernel/in-turns.js';
import { LAST_INSTANT, type Instant } from '../kernel/time-window.js';
import { endWait, lapseReservation } from './end-reservation.js';
import { ReservationsRepository } from './reservations.repository.js';

const TURN_MILLISECONDS = 1_000;

/** Seconds between attempts at all reservations that hold nothing. They are admitted earlier, unless a process has lost a note. */
const SWEEP_SECONDS = 60;

/**
 * Changes of reservations by the clock, other than their derived state: unused ones lapse at their expiry, holds and waits
 * end, and reservations in conflict or waiting are admitted when they fit.
 */
@Injectable()
export class ReservationsClock extends PollingWorker {
  private sweptAt: Instant;

  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
  ) {
    super(TURN_MILLISECONDS, "the clock's work is tried again");
    this.sweptAt = clock.now();
  }

  /** What fails, for example in a zone whose queue is full, doesn't stop the rest. */
  protected round(): Promise<void> {
    const now = this.clock.now();
    const parts = [
      () => this.lapse(now),
      // A batch ends the holds that are over before anything else, also if it has nothing else to decide.
      () => this.touch(this.reservations.zonesWithOverdueHolds(now)),
      () => this.endWaits(now),
      // It also tries the reservations that hold nothing and may fit by now.
      () => this.touch(this.reservations.zonesAwaited(now)),
      () => this.touch(this.reservations.zonesInConflict(now)),
      () => this.sweep(now),
      () => this.allocation.extendForWaiting(),
    ];
    return doAll(parts, (part) => part(), 1);
  }

  private async lapse(now: Instant): Promise<void> {
    const due = await this.reservations.dueToLapse(now);
    await doAll(due, ({ id, zoneId }) => this.allocation.admit(zoneId, lapseReservation(id)));
  }

  private async endWaits(now: Instant): Promise<void> {
    const waits = await this.reservations.overdueWaits(now);
    await doAll(waits, ({ id, zoneId }) => this.allocation.admit(zoneId, endWait(id)));
  }

  private async touch(zoneIds: Promise<readonly string[]>): Promise<void> {
    await doAll(await zoneIds, (zoneId) => this.allocation.read(zoneId, () => undefined));
  }

  private async sweep(now: Instant): Promise<void> {
    if (now - this.sweptAt < SWEEP_SECONDS) return;
    this.sweptAt = now;
    const awaited = await this.reservations.zonesAwaited(LAST_INSTANT);
    const zoneIds = new Set([...awaited, ...(await this.reservations.zonesInConflict(now))]);
    const request = { needs: { unbacked: true }, decide: admitAllUnbacked };
    await doAll([...zoneIds], (zoneId) => this.allocation.admit(zoneId, request));
  }
}
