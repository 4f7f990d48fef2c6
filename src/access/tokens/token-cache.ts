import { hash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';
import { rememberNewest } from '../../kernel/remember-newest.js';
import { AccessFailure } from '../access-failure.js';

/** A genuine token. */
export interface CheckedToken {
  readonly principal: Principal;
  readonly expiresAt: Instant;
}

interface Verdict<T> {
  readonly outcome: T;
  readonly until: Instant;
}

const CACHE_SECONDS = 60;
const REFUSAL_CACHE_SECONDS = 10;
const MAX_TOKENS = 10_000;

/**
 * Principals by the digest of their tokens, so that no token is kept. A token is checked once at a time; that it can't be
 * checked now is not remembered. Refusals are kept apart: a client that invents tokens evicts no good one.
 */
export class TokenCache {
  private readonly verdicts = new Map<string, Verdict<Principal>>();
  private readonly refusals = new Map<string, Verdict<AccessFailure>>();
  private readonly underWay = new Map<string, Promise<Principal>>();

  constructor(
    private readonly clock: Clock,
    private readonly check: (token: string, client: string) => Promise<CheckedToken>,
  ) {}

  /**
   * A promise only if the token is not in the cache.
   *
   * @param client the address that sends it: clients take turns at an identity service
   * @throws AccessFailure, or rejects with it
   */
  find(token: string, client: string): Principal | Promise<Principal> {
    const digest = hash('sha256', token, 'base64url');
    const now = this.clock.now();
    const found = this.verdicts.get(digest);
    if (found && now < found.until) return found.outcome;
    const refused = this.refusals.get(digest);
    if (refused && now < refused.until) throw refused.outcome;
    const before = this.underWay.get(digest);
    if (before) return before;
    const checked = this.checkAnew(digest, token, client).finally(() => this.underWay.delete(digest));
    this.underWay.set(digest, checked);
    return checked;
  }

  private async checkAnew(digest: string, token: string, client: string): Promise<Principal> {
    try {
      const { principal, expiresAt } = await this.check(token, client);
      const until = Math.min(expiresAt, this.clock.now() + CACHE_SECONDS);
      rememberNewest(this.verdicts, digest, { outcome: principal, until }, MAX_TOKENS);
      return principal;
    } catch (error) {
      if (error instanceof AccessFailure && error.kind !== 'unavailable') {
        const until = this.clock.now() + REFUSAL_CACHE_SECONDS;
        rememberNewest(this.refusals, digest, { outcome: error, until }, MAX_TOKENS);
      }
      throw error;
    }
  }
}
