import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { validate as isId } from 'uuid';
import { storeRequest, type Remember } from '../../database/remembered-request.js';
import { Transactions } from '../../database/transactions.js';
import { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { newId } from '../../kernel/identifiers.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import type { Principal } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';
import { formatKey, hashOf, newSecret, type ApiKey } from './api-key.js';
import { BOOTSTRAP } from './bootstrap-key.js';
import type { KeyFilter } from './key-list.js';
import type { KeyChange, KeyRequest } from './key-request.js';
import { KnownKeys } from './known-keys.js';
import { KeysRepository, type StoredKey } from './keys.repository.js';

/** A key with its secret, which is shown this once. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly text: string;
  /** The previous secret is accepted until then. */
  readonly previousUntil?: Instant;
}

const LIFETIME_SECONDS = 90 * 86_400;

const EXPIRED = 'must be given, because the key has expired';

@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    @Inject(KnownKeys) private readonly known: Pick<KnownKeys, 'forget'>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid-request` for an expiry that is past, `bootstrap-key-used` */
  async create(request: KeyRequest, by: Principal, remember?: Remember<IssuedKey>): Promise<IssuedKey> {
    const now = this.clock.now();
    const { expiresAt = now + LIFETIME_SECONDS, ...rest } = request;
    checkExpiry(expiresAt, now);
    const key: ApiKey = { id: newId(), ...rest, createdAt: now, createdBy: by.id, expiresAt };
    const secret = newSecret();
    const issued = { key, text: formatKey({ id: key.id, secret }) };
    await this.transactions.run(async (tx) => {
      if (by === BOOTSTRAP) await this.requireNoAdmin(tx);
      await this.keys.insert(tx, key, hashOf(secret));
      await storeRequest(tx, remember?.(issued), now);
    });
    return issued;
  }

  list(filter: KeyFilter, range: ListRange): Promise<Listed<ApiKey>> {
    return this.keys.list(filter, range);
  }

  /** @throws DomainError `unknown-key` */
  async get(id: string): Promise<ApiKey> {
    const found = isId(id) ? await this.keys.find(id) : undefined;
    if (!found) throw unknownKey();
    return found;
  }

  /** @throws DomainError `unknown-key`, `key-revoked`, and `invalid-request` for an expiry that is past */
  change(id: string, change: KeyChange, remember?: Remember<ApiKey>): Promise<ApiKey> {
    if (change.expiresAt !== undefined) checkExpiry(change.expiresAt, this.clock.now());
    return this.save(id, remember, ({ key }) => ({ ...live(key), ...change }));
  }

  /** Revokes a key for good; one that is revoked already stays as it is. Other processes accept it for 10 seconds at most. */
  revoke(id: string, remember?: Remember<ApiKey>): Promise<ApiKey> {
    return this.save(id, remember, ({ key }) => ({
      ...key,
      revokedAt: key.revokedAt ?? this.clock.now(),
    }));
  }

  /**
   * Gives a key a new secret, and a new expiry only if the caller names one. The secret before is accepted for a while too, so
   * that its holder has time to change, but never beyond the key's former expiry.
   *
   * @throws DomainError `unknown-key`, `key-revoked`, and `invalid-request` for an expiry that is past
   */
  async rotate(
    id: string,
    overlapSeconds: number,
    { expiresAt, remember }: { expiresAt?: Instant; remember?: Remember<IssuedKey> },
  ): Promise<IssuedKey> {
    const now = this.clock.now();
    const secret = newSecret();
    const issued = await this.transactions.run(async (tx) => {
      const { key, hashes } = await this.lockedKey(tx, id);
      const rotated = { ...live(key), expiresAt: expiresAt ?? key.expiresAt };
      checkExpiry(rotated.expiresAt, now, expiresAt === undefined ? EXPIRED : undefined);
      const previousUntil = Math.min(now + overlapSeconds, key.expiresAt);
      await this.keys.setHashes(tx, key.id, {
        current: hashOf(secret),
        previous: hashes.current,
        previousUntil,
      });
      await this.keys.update(tx, rotated);
      const made = { key: rotated, text: formatKey({ id: key.id, secret }), previousUntil };
      await storeRequest(tx, remember?.(made), now);
      return made;
    });
    this.known.forget(issued.key.id);
    return issued;
  }

  /** Of several requests with the bootstrap key, one makes the first admin key. */
  private async requireNoAdmin(tx: EntityManager): Promise<void> {
    await this.keys.lockAll(tx);
    if (!(await this.keys.hasAdmin(tx))) return;
    const message = 'the bootstrap key is no longer accepted: there is an admin key';
    throw new DomainError('inactive', 'bootstrap-key-used', message);
  }

  private async save(
    id: string,
    remember: Remember<ApiKey> | undefined,
    changed: (stored: StoredKey) => ApiKey,
  ): Promise<ApiKey> {
    const saved = await this.transactions.run(async (tx) => {
      const key = changed(await this.lockedKey(tx, id));
      await this.keys.update(tx, key);
      await storeRequest(tx, remember?.(key), this.clock.now());
      return key;
    });
    this.known.forget(saved.id);
    return saved;
  }

  private async lockedKey(...[tx, id]: Parameters<KeysRepository['lock']>): Promise<StoredKey> {
    const found = isId(id) ? await this.keys.lock(tx, id) : undefined;
    if (!found) throw unknownKey();
    return found;
  }
}

function live(key: ApiKey): ApiKey {
  if (key.revokedAt === undefined) return key;
  throw new DomainError('inactive', 'key-revoked', 'the key is revoked');
}

function checkExpiry(expiresAt: Instant, now: Instant, flaw = 'must lie in the future'): void {
  if (expiresAt <= now) throw DomainError.invalidField(['expires'], flaw);
}

function unknownKey(): DomainError {
  return new DomainError('unknown', 'unknown-key', 'no key found for specified identifier');
}
