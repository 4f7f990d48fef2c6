import { Injectable } from '@nestjs/common';
import { AllocationService } from '../allocation/allocation.service.js';
import { admitAllUnbacked } from '../allocation/placement/waiting.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';
import { groupsOf } from '../kernel/in-turns.js';
import { LAST_INSTANT, type Instant } from '../kernel/time-window.js';
import { allEnded, eachInTurn, ZoneWork } from '../kernel/zone-work.js';
import { endWait, lapseReservation } from './end-reservation.js';
import { MAX_DUE, ReservationsRepository } from './reservations.repository.js';

const TURN_MS = 1_000;

/** Zones that are read at the same time: requests of clients need the processor and the connections, too. */
const ZONES_AT_ONCE = 16;

/**
 * Seconds between attempts at all reservations that hold nothing. They are admitted earlier, unless a process has lost a note. And
 * between looks at all whose expiry has passed.
 */
const SWEEP_SECONDS = 60;

/**
 * Changes of reservations by the clock, other than their derived state: unused ones lapse at their expiry, holds and waits
 * end, and reservations in conflict or waiting are admitted when they fit.
 */
@Injectable()
export class ReservationsClock extends PollingWorker {
  private readonly lapses = new ZoneWork();
  private readonly waits = new ZoneWork();
  private sweptAt: Instant;
  /** Those that had expired by then are lapsed, or have instances. */
  private lapsedUntil: Instant = 0;
  /** When all that had expired were looked at. */
  private lookedAtAll: Instant = 0;

  constructor(
    private readonly reservations: ReservationsRepository,
    private readonly allocation: AllocationService,
    private readonly clock: Clock,
  ) {
    super(TURN_MS, "the clock's work is tried again");
    this.sweptAt = clock.now();
  }

  /** Does all parts, so that a failure in one zone, whose queue may be full, does not delay work in others. */
  protected async round(): Promise<void> {
    await eachInTurn(this.parts(this.clock.now()), (part) => part());
  }

  private parts(now: Instant): (() => Promise<void>)[] {
    const { reservations, allocation } = this;
    return [
      () => this.lapse(now),
      async () =>
        this.waits.do(await reservations.overdueWaits(now, this.waits.leftOut()), ({ id, zoneId }) =>
          allocation.admit(zoneId, endWait(id)),
        ),
      // A batch ends the holds that are over before anything else, also if it has nothing else to decide. It also tries the
      // reservations that hold nothing and may fit by now.
      async () =>
        this.readIn([
          ...(await reservations.zonesWithOverdueHolds(now)),
          ...(await reservations.zonesAwaited(now)),
          ...(await reservations.zonesInConflict(now)),
        ]),
      () => this.sweep(now),
      () => allocation.extendForWaiting(),
    ];
  }

  /**
   * A reservation in use stays expired as long as it lives, and each costs a look-up of its instances: with 50,000, most of
   * a second. So all are looked at once in a while, for an instance that failed later; and else those that have expired
   * since the last round, or shortly before: a decision is stored a little later than it is made.
   */
  private async lapse(now: Instant): Promise<void> {
    const isForAll = Math.abs(now - this.lookedAtAll) >= SWEEP_SECONDS;
    const after = isForAll ? 0 : Math.min(this.lapsedUntil, now) - SWEEP_SECONDS;
    const leftOut = this.lapses.leftOut();
    const due = await this.reservations.dueToLapse(now, after, leftOut);
    await this.lapses.do(due, ({ id, zoneId }) => this.allocation.admit(zoneId, lapseReservation(id)));
    if (due.length >= MAX_DUE || leftOut.length > 0) return;
    this.lapsedUntil = now;
    if (isForAll) this.lookedAtAll = now;
  }

  /** In lanes, so that neither a zone that fails nor one that is slow stops the others. */
  private async readIn(zones: readonly string[]): Promise<void> {
    const zoneIds = [...new Set(zones)];
    await allEnded(groupsOf(zoneIds, Math.ceil(zoneIds.length / ZONES_AT_ONCE)), (lane) =>
      eachInTurn(lane, (zoneId) => this.allocation.read(zoneId, () => undefined)),
    );
  }

  private async sweep(now: Instant): Promise<void> {
    if (Math.abs(now - this.sweptAt) < SWEEP_SECONDS) return;
    this.sweptAt = now;
    const awaited = await this.reservations.zonesAwaited(LAST_INSTANT);
    const zoneIds = new Set([...awaited, ...(await this.reservations.zonesInConflict(now))]);
    const request = { needs: { unbacked: true }, decide: admitAllUnbacked };
    await allEnded([...zoneIds], (zoneId) => this.allocation.admit(zoneId, request));
  }
}
