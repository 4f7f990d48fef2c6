import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { rowsById } from '../../database/entities-by-id.js';
import { inOrder, listKeys } from '../../database/key-list.js';
import { timestamp } from '../../database/columns.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import type { Instant } from '../../kernel/time-window.js';
import type { ApiKey, KeyHashes } from './api-key.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { KEYS, keysWith, type KeyFilter } from './key-list.js';

export interface StoredKey {
  readonly key: ApiKey;
  readonly hashes: KeyHashes;
}

/** A key with its version: another one after each change, and a use is no change. */
export interface VersionedKey extends StoredKey {
  readonly version: string;
}

export interface ChangedKeys {
  /** By the clock of the database, in seconds. */
  readonly readAt: number;
  readonly changed: readonly { readonly id: string; readonly version: string }[];
}

/**
 * A poll may miss what commits after it, so each reads the changes of a while: longer than any transaction may idle and any
 * process may go without polling and still trust its cache.
 */
const CHANGED_OF_LATE = `
select extract(epoch from now())::float8 as "readAt", coalesce(jsonb_agg(k), '[]') as changed
  from (select id, changed_at::text as version from api_keys where changed_at > now() - interval '1 minute') k`;

/** Not `now()`: two transactions that change a key one after the other may have begun at once. */
const NOTE_CHANGE = { changedAt: () => 'clock_timestamp()' };

/** $1 ids, $2 instants. A process may report a use later than another one that was later. */
const NOTE_USES = `
update api_keys k
   set last_used_at = greatest(k.last_used_at, u.at)
  from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
 where k.id = u.id`;

@Injectable()
export class KeysRepository {
  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  async insert(tx: EntityManager, key: ApiKey, secretHash: Buffer): Promise<void> {
    await tx.insert(ApiKeyEntity, ApiKeyEntity.of(key, secretHash));
  }

  async find(id: string): Promise<ApiKey | undefined> {
    return (await this.keys.findOneBy({ id }))?.toKey();
  }

  /** Like `find`, with the hashes, locked until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<StoredKey | undefined> {
    const found = await tx.findOne(ApiKeyEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });
    return found ? { key: found.toKey(), hashes: found.hashes } : undefined;
  }

  /** Those that exist, in no order. */
  async findAll(ids: readonly string[]): Promise<VersionedKey[]> {
    const { entities, raw } = await this.keys
      .createQueryBuilder('k')
      .addSelect('k.changed_at::text', 'version')
      .where({ id: In([...ids]) })
      .getRawAndEntities<{ version: string }>();
    return entities.map((entity, index) => ({
      key: entity.toKey(),
      hashes: entity.hashes,
      version: raw[index].version,
    }));
  }

  /** By id, which is the order of creation. */
  async list(filter: KeyFilter, range: ListRange): Promise<Listed<ApiKey>> {
    const keys = await listKeys(this.keys, KEYS, keysWith(filter), range);
    const found = await rowsById(this.keys.manager, ApiKeyEntity, keys.rows, (entity) => entity.toKey());
    return inOrder(keys, found);
  }

  async update(tx: EntityManager, { id, name, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await tx.update(ApiKeyEntity, { id }, { name, expiresAt, revokedAt: revokedAt ?? null, ...NOTE_CHANGE });
  }

  async setHashes(tx: EntityManager, id: string, hashes: Required<KeyHashes>): Promise<void> {
    const { current, previous, previousUntil } = hashes;
    const columns = { secretHash: current, previousHash: previous, previousUntil, ...NOTE_CHANGE };
    await tx.update(ApiKeyEntity, { id }, columns);
  }

  /** The keys that were made or changed within the last minute. */
  async changedOfLate(): Promise<ChangedKeys> {
    const [read] = await this.keys.query<ChangedKeys[]>(CHANGED_OF_LATE);
    return read;
  }

  /** Another value on another server, or after a start of the server: either may have lost commits. */
  async server(): Promise<string> {
    // In a statement of its own: Citus may pass one with a table on to another node.
    const [{ server }] = await this.keys.query<[{ server: string }]>(
      'select extract(epoch from pg_postmaster_start_time())::text as server',
    );
    return server;
  }

  /** Until the transaction ends, no other one makes or changes a key. */
  async lockAll(tx: EntityManager): Promise<void> {
    await tx.query('lock table api_keys in share row exclusive mode');
  }

  hasAdmin(db = this.keys.manager): Promise<boolean> {
    return db.existsBy(ApiKeyEntity, { role: 'admin' });
  }

  async noteUses(uses: ReadonlyMap<string, Instant>): Promise<void> {
    // In the same order in all processes, which else could wait for each other's rows.
    const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
    await this.keys.query(NOTE_USES, [sorted.map(([id]) => id), sorted.map(([, at]) => timestamp(at))]);
  }
}
