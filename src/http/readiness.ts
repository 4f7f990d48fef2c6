import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { migrationStatus } from '../database/migrate.js';
import { DomainError } from '../kernel/domain-error.js';
import { Draining } from './draining.js';

const PATIENCE_MILLISECONDS = 1000;

/** Whether this process should get traffic. */
@Injectable()
export class Readiness {
  constructor(
    private readonly dataSource: DataSource,
    private readonly draining: Draining,
  ) {}

  /** Throws an `unavailable` error that says what is missing. */
  async check(): Promise<void> {
    if (this.draining.hasBegun) throw notReady('draining', 'the service is shutting down');
    const pending = await inTime(this.pendingMigrations());
    if (pending > 0) throw notReady('migrations-pending', `${pending} migrations are not applied yet`);
  }

  private async pendingMigrations(): Promise<number> {
    const migrations = await migrationStatus(this.dataSource);
    return migrations.filter(({ applied }) => !applied).length;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MILLISECONDS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch (cause) {
    throw notReady('database-unavailable', 'the database does not answer', cause);
  } finally {
    clearTimeout(timer);
  }
}

function notReady(code: string, message: string, cause?: unknown): DomainError {
  return new DomainError('unavailable', code, message, { retryAfter: 1, cause });
}
