import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Batches } from '../../kernel/batches.js';
import { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { rememberNewest } from '../../kernel/remember-newest.js';
import { Rounds } from '../../kernel/rounds.js';
import type { Instant } from '../../kernel/time-window.js';
import { principalOf } from './api-key.js';
import { KeysRepository, type VersionedKey } from './keys.repository.js';

/** A key with the principal it stands for. */
export interface KnownKey extends VersionedKey {
  readonly principal: Principal;
}

interface Remembered {
  /** Undefined: there is no such key. */
  readonly key?: KnownKey;
  readonly readAt: Instant;
}

/** A revoked key is accepted for so long in other processes than the one that revoked it. */
const CACHE_SECONDS = 10;
const POLL_MS = 4_000;
/** An unknown id is read again: its key may be made meanwhile. */
const UNKNOWN_SECONDS = 10;
/** After a longer time without a poll, a change may be older than what a poll reads. */
const MAX_LAPSE_SECONDS = 30;
export const MAX_REMEMBERED = 50_000;
const MAX_BATCH = 1_000;

/**
 * Keys by their ids, cached. A process polls for changed keys and forgets those, so that keys in use are read once, however
 * many there are. Lookups are batched, one statement at a time, whatever number of unknown ids is sent.
 */
@Injectable()
export class KnownKeys implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(KnownKeys.name);
  private readonly remembered = new Map<string, Remembered>();
  private readonly lookups = new Batches<string, KnownKey | undefined>((ids) => this.read(ids), MAX_BATCH);
  /** Until then no key that is remembered had changed. */
  private unchangedUntil: Instant = -Infinity;
  private readonly polling = new Rounds(
    () => this.poll(),
    POLL_MS,
    (error) => this.log.warn(`changes of keys are read later: ${String(error)}`),
  );

  constructor(
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    // Nothing is remembered yet.
    this.unchangedUntil = this.clock.now();
    if (this.configuration.auth.includes('keys')) this.polling.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.polling.stop();
  }

  /** A promise only if the key is not in the cache. */
  find(id: string): KnownKey | undefined | Promise<KnownKey | undefined> {
    const found = this.cached(id);
    return found ? found.key : this.lookups.add(id);
  }

  isCached(known: KnownKey): boolean {
    return this.cached(known.key.id)?.key === known;
  }

  forget(id: string): void {
    this.remembered.delete(id);
  }

  /** Forgets the keys that have changed since they were read. */
  async poll(): Promise<void> {
    const askedAt = this.clock.now();
    const changed = await this.keys.changedOfLate();
    if (askedAt - this.unchangedUntil > MAX_LAPSE_SECONDS) this.remembered.clear();
    for (const { id, version } of changed) {
      if (this.remembered.get(id)?.key?.version !== version) this.remembered.delete(id);
    }
    this.unchangedUntil = askedAt;
  }

  private cached(id: string): Remembered | undefined {
    const found = this.remembered.get(id);
    return found && this.isFresh(found) ? found : undefined;
  }

  private isFresh({ key, readAt }: Remembered): boolean {
    const now = this.clock.now();
    if (!key) return now - readAt < UNKNOWN_SECONDS;
    return now - Math.max(readAt, this.unchangedUntil) < CACHE_SECONDS;
  }

  private async read(ids: readonly string[]): Promise<(KnownKey | undefined)[]> {
    const readAt = this.clock.now();
    const found = await this.keys.findAll([...new Set(ids)]);
    const byId = new Map(
      found.map((stored) => [stored.key.id, { ...stored, principal: principalOf(stored.key) }]),
    );
    for (const id of ids) rememberNewest(this.remembered, id, { key: byId.get(id), readAt }, MAX_REMEMBERED);
    return ids.map((id) => byId.get(id));
  }
}
