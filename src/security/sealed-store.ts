import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A column that holds sealed secrets. Its table has an `id`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** What it holds, for people. */
  readonly holds: string;
}

/** Every place where a sealed secret is stored. One that is missing here would be lost with the key it is sealed under. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'providers', column: 'sealed_password', holds: 'provider passwords' },
  { table: 'subscriptions', column: 'sealed_secret', holds: 'subscription secrets' },
  { table: 'subscriptions', column: 'sealed_previous', holds: 'previous subscription secrets' },
  { table: 'idempotency_keys', column: 'sealed', holds: 'remembered answers' },
];

export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** What is sealed under one key. */
export interface KeyUse {
  readonly keyId: string;
  readonly count: number;
  /** The first few of them. */
  readonly samples: readonly string[];
}

const SAMPLES = 5;

/** The stored secrets as sealed texts, whoever they belong to. The names in the statements are those of the table above. */
@Injectable()
export class SealedStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Rows in the order of their ids, those after `after`, that don't begin with the prefix. */
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

  /** False, and nothing written, when the row holds another text by now. */
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
