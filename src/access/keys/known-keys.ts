import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { isUnavailable } from '../../database/constraints.js';
import { PollingWorker } from '../../database/polling-worker.js';
import { LookUps } from '../../kernel/look-ups.js';
import { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { rememberNewest } from '../../kernel/remember-newest.js';
import { Slots } from '../../kernel/slots.js';
import type { Instant } from '../../kernel/time-window.js';
import { AccessFailure } from '../access-failure.js';
import { principalOf } from './api-key.js';
import { KeysRepository, type VersionedKey } from './keys.repository.js';

/** A key with the principal it stands for. */
export interface KnownKey extends VersionedKey {
  readonly principal: Principal;
}

interface Remembered {
  readonly key: KnownKey;
  readonly readAt: Instant;
}

/** A revoked key is accepted for so long in other processes than the one that revoked it. */
const CACHE_SECONDS = 10;
const POLL_MS = 4_000;
/** An unknown id is read again: its key may be made meanwhile. */
const UNKNOWN_SECONDS = 10;
/** A key is read at most so often for secrets that it does not have. */
const MISFIT_SECONDS = 1;
/** After a longer time without a poll, a change may be older than what a poll reads. */
const MAX_LAPSE_SECONDS = 30;
export const MAX_REMEMBERED = 50_000;
const MAX_BATCH = 1_000;

/** Ids of one client address that are looked up at once: they delay those of others by one batch at most. */
const MAX_LOOKUPS_PER_CLIENT = 250;

/**
 * Keys by their ids, cached. A process polls for changed keys and forgets those, so that keys in use are read once, however
 * many there are. Lookups are batched, one statement at a time, whatever number of unknown ids is sent. Unknown ids are kept apart:
 * a client that invents ids evicts no key.
 */
@Injectable()
export class KnownKeys extends PollingWorker {
  private readonly remembered = new Map<string, Remembered>();
  /** When ids were read that no key has. */
  private readonly unknown = new Map<string, Instant>();
  private readonly lookUps = new LookUps((ids) => this.read(ids), MAX_BATCH);
  private readonly underWay = new Map<string, Promise<KnownKey | undefined>>();
  private readonly lookupsOf = new Slots();
  /** Forgotten since the current read began, which may have seen these keys before their change. */
  private readonly forgotten = new Set<string>();
  /** Until then no key that is remembered had changed. */
  private unchangedUntil: Instant = -Infinity;
  /** By the clock of the database: that of a process stands still while its machine is paused. */
  private polledAt = -Infinity;
  private server?: string;

  constructor(
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
    configuration: Configuration,
  ) {
    super(configuration.auth.includes('keys') ? POLL_MS : 0, 'changes of keys are read later');
  }

  override onApplicationBootstrap(): void {
    // Nothing is remembered yet.
    this.unchangedUntil = this.clock.now();
    super.onApplicationBootstrap();
  }

  /**
   * A promise only if the key is not in the cache.
   *
   * @param client the address that sends it, which has a share of the lookups
   * @throws AccessFailure `unavailable` if too many ids of the client are being looked up
   */
  find(id: string, client: string): KnownKey | undefined | Promise<KnownKey | undefined> {
    const found = this.cached(id);
    if (found) return found;
    if (this.clock.now() - (this.unknown.get(id) ?? -Infinity) < UNKNOWN_SECONDS) return undefined;
    return this.underWay.get(id) ?? this.lookUp(id, client);
  }

  /**
   * Reads a key again that does not have a secret: another process may have rotated it.
   *
   * @returns undefined if the key was read a moment ago
   * @throws AccessFailure like `find`
   */
  findAgain(id: string, client: string): Promise<KnownKey | undefined> | undefined {
    const readAt = this.remembered.get(id)?.readAt ?? -Infinity;
    if (this.clock.now() - readAt < MISFIT_SECONDS) return undefined;
    return this.underWay.get(id) ?? this.lookUp(id, client);
  }

  isCached(known: KnownKey): boolean {
    return this.cached(known.key.id) === known;
  }

  forget(id: string): void {
    this.remembered.delete(id);
    this.unknown.delete(id);
    this.forgotten.add(id);
    // It may have been read before the change.
    this.underWay.delete(id);
  }

  /** Forgets the keys that have changed since they were read, and all if the database may have lost changes. */
  protected async round(): Promise<void> {
    const askedAt = this.clock.now();
    const server = await this.keys.server();
    const { readAt, changed } = await this.keys.changedOfLate();
    if (readAt - this.polledAt > MAX_LAPSE_SECONDS || server !== this.server) this.forgetAll();
    for (const { id, version } of changed) {
      if (this.remembered.get(id)?.key.version !== version) this.forget(id);
    }
    this.unchangedUntil = askedAt;
    this.polledAt = readAt;
    this.server = server;
  }

  private forgetAll(): void {
    this.remembered.clear();
    this.unknown.clear();
    for (const id of this.underWay.keys()) this.forget(id);
  }

  private cached(id: string): KnownKey | undefined {
    const found = this.remembered.get(id);
    return found && this.isFresh(found) ? found.key : undefined;
  }

  private isFresh({ readAt }: Remembered): boolean {
    return this.clock.now() - Math.max(readAt, this.unchangedUntil) < CACHE_SECONDS;
  }

  private lookUp(id: string, client: string): Promise<KnownKey | undefined> {
    if (this.lookupsOf.inUseOf(client) >= MAX_LOOKUPS_PER_CLIENT) {
      throw AccessFailure.unavailable('too many keys of this address are being looked up');
    }
    this.lookupsOf.take(client);
    const found = this.lookUps
      .find(id)
      .catch((error) => this.whileAway(id, error))
      .finally(() => {
        if (this.underWay.get(id) === found) this.underWay.delete(id);
        this.lookupsOf.give(client);
      });
    this.underWay.set(id, found);
    return found;
  }

  /**
   * A key that can only read metrics is accepted as it was: they say that the database is away.
   *
   * @throws the error for any other key
   */
  private whileAway(id: string, error: unknown): KnownKey {
    const key = this.remembered.get(id)?.key;
    if (!key || !isUnavailable(error) || !readsOnlyMetrics(key.principal)) throw error;
    return key;
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, KnownKey>> {
    const readAt = this.clock.now();
    this.forgotten.clear();
    const found = await this.keys.findAll(ids);
    const byId = new Map(
      found.map((stored) => [stored.key.id, { ...stored, principal: principalOf(stored.key) }]),
    );
    for (const id of ids) {
      if (this.forgotten.has(id)) continue;
      const key = byId.get(id);
      if (key) rememberNewest(this.remembered, id, { key, readAt }, MAX_REMEMBERED);
      else {
        this.remembered.delete(id);
        rememberNewest(this.unknown, id, readAt, MAX_REMEMBERED);
      }
    }
    return byId;
  }
}

function readsOnlyMetrics({ role, scopes }: Principal): boolean {
  return role === 'machine' && scopes.every((scope) => scope === 'metrics');
}
