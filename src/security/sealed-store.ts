import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SealedSecrets } from './sealed-secrets.js';
import { secretPlace } from './secret-place.js';
import { newSigningSecret } from './webhook-signature.js';

/** A column that holds sealed secrets. Its table has an `id`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Description of the secrets, for people. */
  readonly holds: string;
  readonly loss: Loss;
}

/** How to go on without a secret that can't be decrypted any more. */
interface Loss {
  /** $1 id, $2 the sealed text, $3 the replacement if there is one. */
  readonly statement: string;
  readonly replacement?: (secrets: SealedSecrets, id: string) => string;
  /** For people: what is left to do. */
  readonly remedy: string;
}

/**
 * Every column with sealed secrets. A rotation would skip a column that is missing here, and its secrets would be lost
 * with their key.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'providers',
    column: 'sealed_password',
    holds: 'provider passwords',
    loss: {
      // The next discovery stores why it fails.
      statement:
        'update providers set sealed_password = $3, due_at = now() where id = $1 and sealed_password = $2',
      replacement: (secrets) => secrets.forgotten(),
      remedy: 'register the provider again with POST /add-provider',
    },
  },
  {
    table: 'subscriptions',
    column: 'sealed_secret',
    holds: 'subscription secrets',
    loss: {
      // Not null: the service would send without a signature.
      statement: 'update subscriptions set sealed_secret = $3 where id = $1 and sealed_secret = $2',
      replacement: (secrets, id) => secrets.seal(newSigningSecret(), secretPlace(id)),
      remedy: 'send POST /subscriptions/{id}/rotate-secret and give its receiver the new secret',
    },
  },
  {
    table: 'subscriptions',
    column: 'sealed_previous',
    holds: 'previous subscription secrets',
    loss: {
      statement:
        'update subscriptions set sealed_previous = null, previous_until = null where id = $1 and sealed_previous = $2',
      remedy: 'only the current secret signs now',
    },
  },
  {
    table: 'subscriptions',
    column: 'sealed_token',
    holds: 'callback tokens',
    loss: {
      statement: 'update subscriptions set sealed_token = null where id = $1 and sealed_token = $2',
      remedy: 'send the callbackToken again with PATCH /subscriptions/{id}',
    },
  },
  {
    table: 'idempotency_keys',
    column: 'sealed',
    holds: 'remembered answers',
    loss: {
      statement: 'delete from idempotency_keys where id = $1 and sealed = $2',
      remedy: 'a repetition of its request takes effect again',
    },
  },
];

export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** Number of secrets under one key, with samples. */
export interface KeyUse {
  readonly keyId: string;
  readonly count: number;
  /** A few of the secrets. */
  readonly samples: readonly string[];
}

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

  /** Puts what follows from its loss in the place of a secret. False if the row has another text by now. */
  async forget({ loss }: SealedColumn, { id, sealed }: SealedRow, secrets: SealedSecrets): Promise<boolean> {
    const replacement = loss.replacement ? [loss.replacement(secrets, id)] : [];
    const parameters = [id, sealed, ...replacement];
    const [, count] = await this.dataSource.query<[unknown[], number]>(loss.statement, parameters);
    return count > 0;
  }

  /** Two samples of each key. In one pass: to sort a million secrets, or to look for those of a rare key, takes long. */
  async keysInUse({ table, column }: SealedColumn): Promise<KeyUse[]> {
    const keyId = `split_part(${column}, ':', 2)`;
    const found = await this.dataSource.query<(Omit<KeyUse, 'samples'> & { ids: string[] })[]>(
      `select ${keyId} as "keyId", count(*)::int as count, array[min(id::text), max(id::text)] as ids
         from ${table}
        where ${column} is not null
        group by 1
        order by 1`,
    );
    const uses: KeyUse[] = [];
    for (const { ids, ...use } of found) {
      const rows = await this.dataSource.query<Pick<SealedRow, 'sealed'>[]>(
        `select ${column} as sealed from ${table} where id = any($1::uuid[]) and ${keyId} = $2`,
        [ids, use.keyId],
      );
      uses.push({ ...use, samples: rows.map(({ sealed }) => sealed) });
    }
    return uses;
  }
}
