import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, SystemClock } from '../kernel/clock.js';
import { PollingWorker } from './polling-worker.js';

/** Seconds; as much as Kerberos tolerates. */
const TOLERANCE = 300;

const INTERVAL_MS = 10_000;

/**
 * A process whose clock is ahead ends reservations and their instances too early, and nothing takes that back
 * (docs/decisions/0009). So it does not start. One that is behind does no harm.
 *
 * @throws Error that says by how much
 */
export async function checkClock(dataSource: DataSource, clock: Clock): Promise<void> {
  const ahead = await secondsAhead(dataSource, clock);
  if (ahead <= TOLERANCE) return;
  throw new Error(
    `the clock of this machine is ${ahead} s ahead of the database's; correct the one that is wrong and start again`,
  );
}

/** Whole seconds by which a clock is ahead of the database's. It is read after the answer, so a slow answer adds to them. */
export async function secondsAhead(dataSource: DataSource, clock: Clock): Promise<number> {
  const now = await databaseTime(dataSource);
  return clock.now() - now;
}

/** Does not let the clock of a running process be more ahead than one may be that starts. */
@Injectable()
export class ClockWatch extends PollingWorker {
  private wasTooFar = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, "the database's clock is looked at later");
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.rounds.wake();
  }

  protected async round(): Promise<void> {
    const { clock } = this;
    // A test's clock has no limit.
    if (!(clock instanceof SystemClock)) return;
    const limit = (await databaseTime(this.dataSource)) + TOLERANCE;
    clock.limitTo(limit);
    const isTooFar = clock.now() >= limit;
    if (isTooFar && !this.wasTooFar) {
      this.log.error(
        `the clock of this machine is ${TOLERANCE} s or more ahead of the database's; one of the two is wrong`,
      );
    }
    this.wasTooFar = isTooFar;
  }
}

async function databaseTime(dataSource: DataSource): Promise<number> {
  const [{ seconds }] = await dataSource.query<{ seconds: number }[]>(
    'select floor(extract(epoch from clock_timestamp()))::float8 as seconds',
  );
  return seconds;
}
