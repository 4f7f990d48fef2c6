import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';
import { AccessFailure } from '../access-failure.js';
import { hashOf, parseKey, keyStateOf, type KeyHashes } from './api-key.js';
import { KeyUses } from './key-uses.js';
import { KnownKeys, type KnownKey } from './known-keys.js';

/** Finds the principal of an API key. */
@Injectable()
export class KeyAuthenticator {
  constructor(
    private readonly known: KnownKeys,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /**
   * A promise only if the key is not in the cache.
   *
   * @throws AccessFailure, or rejects with it
   */
  authenticate(text: string): Principal | Promise<Principal> {
    const presented = parseKey(text);
    if (!presented) throw new AccessFailure('invalid', 'The API key is not complete.');
    const found = this.known.find(presented.id);
    return found instanceof Promise
      ? found.then((key) => this.checked(key, presented.secret))
      : this.checked(found, presented.secret);
  }

  private checked(known: KnownKey | undefined, secret: string): Principal {
    const now = this.clock.now();
    // One text for both, so that a caller can't find out which ids exist.
    if (!known || !isOneOf(known.hashes, hashOf(secret), now)) {
      throw new AccessFailure('invalid', 'The API key is not known.');
    }
    const state = keyStateOf(known.key, now);
    if (state !== 'active') throw new AccessFailure('expired', `The API key is ${state}.`);
    this.uses.note(known.key.id, now);
    return known.principal;
  }
}

function isOneOf({ current, previous, previousUntil = 0 }: KeyHashes, hash: Buffer, now: Instant): boolean {
  const isCurrent = timingSafeEqual(hash, current);
  return isCurrent || (previous !== undefined && now < previousUntil && timingSafeEqual(hash, previous));
}
