import { Injectable } from '@nestjs/common';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from './delivery.js';

/** Counters of this process's deliveries since it was started, for the metrics. */
@Injectable()
export class DeliveryFigures {
  private readonly counts = new Map<AttemptOutcome, number>(ATTEMPT_OUTCOMES.map((outcome) => [outcome, 0]));
  /** Attempts by how they ended. */
  readonly attempts: ReadonlyMap<AttemptOutcome, number> = this.counts;
  /** Notifications that were given up. */
  dead = 0;
  /** Requests to receivers that have not ended; the delivery worker sets it. */
  inFlight: () => number = () => 0;

  count(outcome: AttemptOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }
}
