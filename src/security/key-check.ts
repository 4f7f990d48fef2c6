import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { KeyRotation } from './key-rotation.js';
import { SealedSecrets, SecretUnreadable } from './sealed-secrets.js';
import { SEALED_COLUMNS, SealedStore } from './sealed-store.js';

const IF_LOST = 'add that key again, or see docs/runbook.md if it is lost';

/** The secrets sealed under a key, over all columns. */
interface KeyNeed {
  readonly keyId: string;
  /** For people. */
  readonly what: readonly string[];
  readonly samples: readonly string[];
}

/**
 * Checks at start that the keys match the stored secrets. With a missing key the service can't use a platform; with a
 * wrong one it would seal more secrets under it. Then re-encrypts secrets of older keys under the first key.
 */
@Injectable()
export class KeyCheck implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(KeyCheck.name);

  constructor(
    private readonly store: SealedStore,
    private readonly secrets: SealedSecrets,
    private readonly rotation: KeyRotation,
  ) {}

  /** @throws Error that names the missing key; an unavailable database does not prevent the start */
  async onModuleInit(): Promise<void> {
    const complaints = (await this.needs()).flatMap((need) => this.complaint(need) ?? []);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  }

  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const { holds, rewrapped, unreadable } of await this.rotation.rotate('others')) {
        if (rewrapped > 0) this.log.log(`${rewrapped} ${holds} were brought under the current key`);
        for (const { id, reason } of unreadable) this.log.error(`${holds}: that of ${id}: ${reason}`);
      }
    } catch (error) {
      this.log.warn(`what is sealed comes under the current key at the next start: ${String(error)}`);
    }
  }

  private async needs(): Promise<KeyNeed[]> {
    const needs = new Map<string, KeyNeed>();
    try {
      for (const column of SEALED_COLUMNS) {
        for (const { keyId, count, samples } of await this.store.keysInUse(column)) {
          const known = needs.get(keyId) ?? { keyId, what: [], samples: [] };
          const what = [...known.what, `${count} ${column.holds}`];
          needs.set(keyId, { keyId, what, samples: [...known.samples, ...samples] });
        }
      }
    } catch (error) {
      this.log.warn(`whether the keys fit what is stored can't be seen yet: ${String(error)}`);
    }
    return [...needs.values()];
  }

  /**
   * If none of several can be read, the key is wrong. A single one may be damaged, which matters less than a wrong key that more
   * secrets would be sealed under.
   */
  private complaint({ keyId, what, samples }: KeyNeed): string | undefined {
    const sealed = `under which ${what.join(' and ')} are sealed`;
    if (!this.secrets.hasKey(keyId)) return `CREDENTIAL_KEYS lacks the key '${keyId}', ${sealed}; ${IF_LOST}`;
    // What was sealed may have been removed meanwhile.
    const isSure = samples.length > 1 || (samples.length === 1 && this.secrets.isCurrent(keyId));
    if (!isSure || samples.some((sample) => this.opens(sample))) return undefined;
    return `CREDENTIAL_KEYS has another key '${keyId}' than the one ${sealed}; ${IF_LOST}`;
  }

  private opens(sealed: string): boolean {
    try {
      this.secrets.checkKey(sealed);
      return true;
    } catch (error) {
      if (error instanceof SecretUnreadable) return false;
      throw error;
    }
  }
}
