import type { DataSource } from 'typeorm';
import type { Clock } from '../kernel/clock.js';

/** Seconds; as much as Kerberos tolerates. */
const TOLERANCE = 300;

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
  const [{ seconds }] = await dataSource.query<{ seconds: number }[]>(
    'select floor(extract(epoch from clock_timestamp()))::float8 as seconds',
  );
  return clock.now() - seconds;
}
