import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Rounds } from '../../kernel/rounds.js';
import type { Instant } from '../../kernel/time-window.js';
import { KeysRepository } from './keys.repository.js';

const MINUTE = 60;

/** When each key was last used, stored once a minute. */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(KeyUses.name);
  /** The minute of the last use of each key, unless it is stored. */
  private unstored = new Map<string, Instant>();
  private readonly storing = new Rounds(
    () => this.store(),
    MINUTE * 1000,
    (error) => this.log.warn(`uses of keys are stored later: ${String(error)}`),
  );

  constructor(private readonly keys: KeysRepository) {}

  onApplicationBootstrap(): void {
    this.storing.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.storing.stop();
    await this.store().catch(() => undefined);
  }

  note(id: string, now: Instant): void {
    this.unstored.set(id, now - (now % MINUTE));
  }

  async store(): Promise<void> {
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
