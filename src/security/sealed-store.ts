import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A column that holds sealed secrets. Its table has an `id`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Description of the secrets, for people. */
  readonly holds: string;
}

/**
 * Every column with sealed secrets. A rotation would skip a column that is missing here, and its secrets would be lost
 * with their key.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'providers', column: 'sealed_password', holds: 'provider passwords' },
  { table: 'subscriptions', column: 'sealed_secret', holds: 'subscription secrets' },
  { table: 'subscriptions', column: 'sealed_previous', holds: 'previous subscription secrets' },
  { table: 'subscriptions', column: 'sealed_token', holds: 'callback tokens' },
  { table: 'idempotency_keys', column: 'sealed', holds: 'remembered answers' },
];

export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** Number of secrets under one key, with samples. */
export interface KeyUse {
  readonly keyId: string;
  readonly count: number;
  /** The first few secrets. */
  readonly samples: readonly string[];
}

const SAMPLES = 5;

/** The stored secrets, sealed. Statements use only the names in the table above. */
@Injectable()
export class SealedStore {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of rows by id, after the cursor `after`, without those that have the prefix. */
  page(
    { table, column }: SealedColumn,
    exceptPrefix: string | undefined,
    after: string | undefined,
    count: number,
  ): Promise<SealedRow[]> {
    return this.dataSource.query<SealedRow[]>(
      `select id, ${column} as sealed
         from ${table}
        where ${column} is not null
          and ($1::text is null or not starts_with(${column}, $1))
          and ($2::uuid is null or id > $2)
        order by id
        limit $3`,
      [exceptPrefix ?? null, after ?? null, count],
    );
  }

  async find({ table, column }: SealedColumn, id: string): Promise<SealedRow | undefined> {
    const rows = await this.dataSource.query<SealedRow[]>(
      `select id, ${column} as sealed from ${table} where id = $1 and ${column} is not null`,
      [id],
    );
    return rows.at(0);
  }

  /** False if the row has another text by now; nothing is written then. */
  async replace({ table, column }: SealedColumn, { id, sealed }: SealedRow, anew: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`,
      [id, sealed, anew],
    );
    return count > 0;
  }

  keysInUse({ table, column }: SealedColumn): Promise<KeyUse[]> {
    return this.dataSource.query<KeyUse[]>(
      `select split_part(${column}, ':', 2) as "keyId", count(*)::int as count,
              (array_agg(${column} order by id))[1:${SAMPLES}] as samples
         from ${table}
        where ${column} is not null
        group by 1
        order by 1`,
    );
  }
}
