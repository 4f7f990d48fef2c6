import { Injectable } from '@nestjs/common';
import { Configuration, type RateLimit } from '../../config/configuration.js';
import { rememberNewest } from '../../kernel/remember-newest.js';

interface Bucket {
  tokens: number;
  /** Milliseconds. */
  filledAt: number;
}

/** Remaining units of a principal after a request. */
export interface Allowance {
  readonly isEnough: boolean;
  readonly remaining: number;
  /** Seconds until the request can be paid; 0 if it was. */
  readonly wait: number;
}

const MAX_BUCKETS = 20_000;

/** A token bucket for each principal, in this process. */
@Injectable()
export class RateLimits {
  readonly limit?: RateLimit;
  private readonly buckets = new Map<string, Bucket>();

  constructor({ rateLimit }: Configuration) {
    this.limit = rateLimit;
  }

  /**
   * @param paid units that the same request has paid before. They are given back if it can't pay the rest, or a caller that waits as
   *   long as it is told would pay them again each time, and might never get through
   * @param now milliseconds, of a clock that never goes back
   */
  take(principal: string, weight: number, paid = 0, now = performance.now()): Allowance {
    const { perSecond, burst } = this.limit ?? { perSecond: Infinity, burst: Infinity };
    const { tokens, filledAt } = this.buckets.get(principal) ?? { tokens: burst, filledAt: now };
    const filled = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    const isEnough = filled >= weight;
    const left = isEnough ? filled - weight : Math.min(burst, filled + paid);
    // The principal that was idle for longest is forgotten first: its bucket is the likeliest to be full.
    rememberNewest(this.buckets, principal, { tokens: left, filledAt: now }, MAX_BUCKETS);
    const wait = isEnough ? 0 : Math.ceil((weight + paid - left) / perSecond);
    return { isEnough, remaining: Math.floor(left), wait };
  }
}
