import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LayoutWatch } from '../database/layout-watch.js';
import { isPermissionDenied, isReadOnly } from '../database/constraints.js';
import { migrationStatus } from '../database/migrate.js';
import { DomainError } from '../kernel/domain-error.js';
import { inTime } from '../kernel/in-time.js';
import { RequestFigures } from '../http/edge/request-figures.js';
import { Draining } from './draining.js';

const TIMEOUT_MS = 1_000;

const RIGHTS_MISSING =
  'the database refuses: permission denied; deploy/postgres/roles.sql gives the role of the service its rights';

const MISCOUNTED = 'more or fewer requests are counted than the open connections have';

interface DatabaseState {
  readonly isReadOnly: boolean;
  readonly pending: number;
}

/** Whether this process should get traffic. */
@Injectable()
export class Readiness {
  /** Shared by all that ask meanwhile, so that they don't fill the database's queue. */
  private underWay?: Promise<DatabaseState>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly draining: Draining,
    private readonly figures: RequestFigures,
    private readonly layout: LayoutWatch,
  ) {}

  /**
   * The number of known zones whose database node does not answer; undefined if all nodes do. The others are served, so
   * the process stays ready. A metric names them: not everyone that asks for the readiness may know the zones.
   */
  get zonesAway(): number | undefined {
    return this.layout.isAnyNodeAway ? this.layout.zonesAway.length : undefined;
  }

  /** Throws an `unavailable` error that names the missing condition. */
  async check(): Promise<void> {
    if (this.draining.hasBegun) throw notReady('draining', 'the service is shutting down');
    if (!this.figures.isPlausible()) throw notReady('requests-miscounted', MISCOUNTED);
    this.underWay ??= answered(this.database()).finally(() => (this.underWay = undefined));
    const { isReadOnly, pending } = await this.underWay;
    if (isReadOnly) throw readOnly();
    if (pending > 0) throw notReady('migrations-pending', `${pending} migrations are not applied yet`);
  }

  private async database(): Promise<DatabaseState> {
    // On in recovery, and on a server that an administrator has made read-only.
    const [{ transaction_read_only: readOnly }] = await this.dataSource.query<
      { transaction_read_only: string }[]
    >('show transaction_read_only');
    const migrations = await migrationStatus(this.dataSource);
    return { isReadOnly: readOnly === 'on', pending: migrations.filter(({ applied }) => !applied).length };
  }
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await inTime(work, TIMEOUT_MS, () => {
      throw new Error('no answer in time');
    });
  } catch (cause) {
    if (isReadOnly(cause)) throw readOnly(cause);
    const message = isPermissionDenied(cause) ? RIGHTS_MISSING : 'the database does not answer';
    throw notReady('database-unavailable', message, cause);
  }
}

function readOnly(cause?: unknown): DomainError {
  return notReady(
    'database-read-only',
    'the database takes no writes: it is a standby, or set to read-only',
    cause,
  );
}

function notReady(code: string, message: string, cause?: unknown): DomainError {
  return new DomainError('unavailable', code, message, { retryAfter: 1, cause });
}
