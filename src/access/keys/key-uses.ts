import { Injectable } from '@nestjs/common';
import { PollingWorker } from '../../database/polling-worker.js';
import type { Instant } from '../../kernel/time-window.js';
import { KeysRepository } from './keys.repository.js';

const MINUTE = 60;

/** When each key was last used, stored once a minute. */
@Injectable()
export class KeyUses extends PollingWorker {
  /** The minute of the last use of each key, unless it is stored. */
  private unstored = new Map<string, Instant>();

  constructor(private readonly keys: KeysRepository) {
    super(MINUTE * 1000, 'uses of keys are stored later');
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.round().catch(() => undefined);
  }

  note(id: string, now: Instant): void {
    this.unstored.set(id, now - (now % MINUTE));
  }

  protected async round(): Promise<void> {
    const uses = this.unstored;
    if (uses.size === 0) return;
    this.unstored = new Map();
    try {
      await this.keys.noteUses(uses);
    } catch (error) {
      this.unstored = new Map([...uses, ...this.unstored]);
      throw error;
    }
  }
}
