import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { HeavyWork } from '../kernel/heavy-work.js';
import { Slots } from '../kernel/slots.js';
import type { ReportPace } from './report-rows.js';

/** Reports that are being read by their clients. Each holds a database connection. */
const MAX_OPEN = 3;

/** Of those, reports of one client, which is a tenant or a principal: a slow reader leaves a place for others. */
const MAX_OPEN_PER_CLIENT = 2;

/** Milliseconds that a refusal is charged, so that clients that repeat it at once wait for each other. */
const REFUSAL_MS = 20;

/** PostgreSQL evaluates one report at a time for a process, a quarter of the time while there are other requests. */
const EVALUATED = 1;
const SHARE = 0.25;

/** Milliseconds: a long report delays the next one by four seconds at most. */
const MAX_DEBT_MS = 1_000;

/** Limits what reports take from admissions: time of PostgreSQL, and connections. Clients take turns. */
@Injectable()
export class ReportPlaces {
  private readonly open = new Slots();
  private readonly work: HeavyWork;

  constructor(heavyWork: HeavyWork) {
    this.work = heavyWork.sibling(EVALUATED, { kind: 'report', share: SHARE, maxDebt: MAX_DEBT_MS });
  }

  /**
   * The rows of a report that is read as its client takes it. Its place is given back when the iteration ends.
   *
   * @throws DomainError `too-many-reports`, at the first row
   */
  async *rowsOf<T>(client: string, rowsAt: (pace: ReportPace) => AsyncGenerator<T>): AsyncGenerator<T> {
    const giveBack = await this.place(client);
    try {
      if (this.isFullFor(client)) {
        this.work.charge(REFUSAL_MS);
        throw tooManyReports();
      }
      yield* this.whileOpen(client, rowsAt, giveBack);
    } finally {
      giveBack();
    }
  }

  /**
   * Evaluates a report, in its turn.
   *
   * @throws DomainError `too-many-reports` if its turn does not come in time
   */
  async run<T>(client: string, evaluate: () => Promise<T>): Promise<T> {
    const giveBack = await this.place(client);
    try {
      return await this.charged(evaluate);
    } finally {
      giveBack();
    }
  }

  private place(client: string): Promise<() => void> {
    return this.work.place(client).catch(() => {
      throw tooManyReports();
    });
  }

  private isFullFor(client: string): boolean {
    return this.open.inUse >= MAX_OPEN || this.open.inUseOf(client) >= MAX_OPEN_PER_CLIENT;
  }

  /** The place is given back once the first rows are there: a slow reader does not keep it. */
  private async *whileOpen<T>(
    client: string,
    rowsAt: (pace: ReportPace) => AsyncGenerator<T>,
    giveBack: () => void,
  ): AsyncGenerator<T> {
    this.open.take(client);
    let end: (() => void) | undefined;
    const leavePlace = () => {
      giveBack();
      end = this.work.goOnWithoutPlace();
    };
    try {
      yield* rowsAt((step, isFirst) => (isFirst ? this.charged(step).finally(leavePlace) : this.goOn(step)));
    } finally {
      end?.();
      this.open.give(client);
    }
  }

  /** A report that has begun is not refused. */
  private async goOn<T>(step: () => Promise<T>): Promise<T> {
    await this.work.breathe();
    return this.charged(step);
  }

  private async charged<T>(step: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await step();
    } finally {
      this.work.charge(performance.now() - begun);
    }
  }
}

function tooManyReports(): DomainError {
  const message = 'too many reports are being made; try again shortly';
  return new DomainError('unavailable', 'too-many-reports', message, { retryAfter: 5 });
}
