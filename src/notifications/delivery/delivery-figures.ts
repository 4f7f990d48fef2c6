import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from './delivery.js';
import { LanesRepository } from './lanes.repository.js';

/** What there is to know of this process's deliveries. Plain numbers: whoever shows them reads them. */
@Injectable()
export class DeliveryFigures {
  private readonly counts = new Map<AttemptOutcome, number>(ATTEMPT_OUTCOMES.map((outcome) => [outcome, 0]));
  private gauge: () => number = () => 0;
  private givenUp = 0;

  constructor(
    private readonly lanes: LanesRepository,
    private readonly clock: Clock,
  ) {}

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

  /** Seconds for which the notification that is due for longest has waited, whichever process it waits for. */
  longestOverdue(): Promise<number> {
    return this.lanes.longestOverdue(this.clock.now());
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
