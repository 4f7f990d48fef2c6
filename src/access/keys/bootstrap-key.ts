import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { Principal } from '../../kernel/principal.js';
import { AccessFailure } from '../access-failure.js';
import { hashOf } from './api-key.js';
import { KeysRepository } from './keys.repository.js';

export const BOOTSTRAP: Principal = Object.freeze({ id: 'bootstrap', role: 'admin', scopes: [] });

/** The admin key of the configuration, which makes the first key of the database and is of no use after that. */
@Injectable()
export class BootstrapKey {
  private readonly hash?: Buffer;

  constructor(
    private readonly keys: KeysRepository,
    { bootstrapKey }: Configuration,
  ) {
    this.hash = bootstrapKey === undefined ? undefined : hashOf(bootstrapKey);
  }

  is(text: string): boolean {
    return this.hash !== undefined && timingSafeEqual(hashOf(text), this.hash);
  }

  /**
   * Asks the database each time: a recovery to an earlier time may lose the admin key.
   *
   * @throws AccessFailure once an admin key has been stored, even if that key has expired
   */
  async authenticate(): Promise<Principal> {
    if (!(await this.keys.hasAdmin())) return BOOTSTRAP;
    throw new AccessFailure('expired', 'The bootstrap key is no longer accepted: there is an admin key.');
  }
}
