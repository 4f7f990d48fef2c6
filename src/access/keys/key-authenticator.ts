import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { rememberNewest } from '../../kernel/remember-newest.js';
import type { Instant } from '../../kernel/time-window.js';
import { AccessFailure } from '../access-failure.js';
import { hashOf, parseKey, keyStateOf, type KeyHashes } from './api-key.js';
import { KeyUses } from './key-uses.js';
import { KnownKeys, MAX_REMEMBERED, type KnownKey } from './known-keys.js';

/** Finds the principal of an API key. */
@Injectable()
export class KeyAuthenticator {
  /** Keys by the texts that were found to be theirs: parsing and hashing take longer than the rest of a request's way to its principal. */
  private readonly checkedBefore = new Map<string, KnownKey>();

  constructor(
    private readonly known: KnownKeys,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /**
   * A promise only if the key is not in the cache, or has another secret there.
   *
   * @param client the address that sends it
   * @throws AccessFailure, or rejects with it
   */
  authenticate(text: string, client: string): Principal | Promise<Principal> {
    const before = this.checkedBefore.get(text);
    // A key that has changed is another object.
    if (before && this.known.isCached(before)) return this.principalIn(before, this.clock.now());
    return this.authenticateAnew(text, client);
  }

  private authenticateAnew(text: string, client: string): Principal | Promise<Principal> {
    const presented = parseKey(text);
    if (!presented) throw new AccessFailure('invalid', 'The API key is not complete.');
    const secretHash = hashOf(presented.secret);
    const found = this.known.find(presented.id, client);
    if (found instanceof Promise) return found.then((key) => this.checked(key, secretHash, text));
    const isMisfit = found !== undefined && !isOneOf(found.hashes, secretHash, this.clock.now());
    const again = isMisfit ? this.known.findAgain(presented.id, client) : undefined;
    return again
      ? again.then((key) => this.checked(key, secretHash, text))
      : this.checked(found, secretHash, text);
  }

  private checked(known: KnownKey | undefined, secretHash: Buffer, text: string): Principal {
    const now = this.clock.now();
    // One message for both, so that a caller can't find out which ids exist.
    if (!known || !isOneOf(known.hashes, secretHash, now)) {
      throw new AccessFailure('invalid', 'The API key is not known.');
    }
    // A previous secret is accepted for a while only.
    if (secretHash.equals(known.hashes.current))
      rememberNewest(this.checkedBefore, text, known, MAX_REMEMBERED);
    return this.principalIn(known, now);
  }

  private principalIn(known: KnownKey, now: Instant): Principal {
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
