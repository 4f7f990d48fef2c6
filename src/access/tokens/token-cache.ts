import { hash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Principal } from '../../kernel/principal.js';
import type { Instant } from '../../kernel/time-window.js';
import { AccessFailure } from '../access-failure.js';

/** A genuine token. */
export interface CheckedToken {
  readonly principal: Principal;
  readonly expiresAt: Instant;
}

interface Verdict {
  readonly outcome: Principal | AccessFailure;
  readonly until: Instant;
}

const CACHE_SECONDS = 60;
const REFUSAL_CACHE_SECONDS = 10;
const MAX_TOKENS = 10_000;

/**
 * Principals by the digest of their tokens, so that no token is kept. A token is checked once at a time; that it can't be
 * checked now is not remembered.
 */
export class TokenCache {
  private readonly verdicts = new Map<string, Verdict>();
  private readonly underWay = new Map<string, Promise<Principal>>();

  constructor(
    private readonly clock: Clock,
    private readonly check: (token: string) => Promise<CheckedToken>,
  ) {}

  /** A promise only if the token is not in the cache. */
  find(token: string): Principal | Promise<Principal> {
    const digest = hash('sha256', token, 'base64url');
    const found = this.verdicts.get(digest);
    if (found && this.clock.now() < found.until) {
      if (found.outcome instanceof AccessFailure) throw found.outcome;
      return found.outcome;
    }
    const before = this.underWay.get(digest);
    if (before) return before;
    const checked = this.checkAnew(digest, token).finally(() => this.underWay.delete(digest));
    this.underWay.set(digest, checked);
    return checked;
  }

  private async checkAnew(digest: string, token: string): Promise<Principal> {
    try {
      const { principal, expiresAt } = await this.check(token);
      const until = Math.min(expiresAt, this.clock.now() + CACHE_SECONDS);
      this.remember(digest, { outcome: principal, until });
      return principal;
    } catch (error) {
      if (error instanceof AccessFailure && error.kind !== 'unavailable') {
        this.remember(digest, { outcome: error, until: this.clock.now() + REFUSAL_CACHE_SECONDS });
      }
      throw error;
    }
  }

  private remember(digest: string, verdict: Verdict): void {
    // Inserted anew, so that the oldest entries are the first.
    this.verdicts.delete(digest);
    this.verdicts.set(digest, verdict);
    if (this.verdicts.size <= MAX_TOKENS) return;
    const [oldest] = this.verdicts.keys();
    this.verdicts.delete(oldest);
  }
}
