import { Injectable } from '@nestjs/common';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from './delivery.js';

/** Counters of this process's deliveries, for the metrics. */
@Injectable()
export class DeliveryFigures {
  private readonly counts = new Map<AttemptOutcome, number>(ATTEMPT_OUTCOMES.map((outcome) => [outcome, 0]));
  private gauge: () => number = () => 0;
  private givenUp = 0;

  /** Attempts by how they ended, since the process started. */
  get attempts(): ReadonlyMap<AttemptOutcome, number> {
    return this.counts;
  }

  /** Notifications that were given up, since the process started. */
  get dead(): number {
    return this.givenUp;
  }

  /** Requests to receivers that have not ended. */
  get inFlight(): number {
    return this.gauge();
  }

  count(outcome: AttemptOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  countDead(): void {
    this.givenUp += 1;
  }

  watchInFlight(gauge: () => number): void {
    this.gauge = gauge;
  }
}
