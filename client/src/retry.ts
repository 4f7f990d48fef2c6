import { attempt, startTimer, type Fetch } from './attempt.js';
import { UnreachableError } from './problem.js';

export interface RetryOptions {
  /** Attempts in all; 1 means no retry. Default 4. */
  readonly attempts?: number;
  /** Pause before the second attempt in milliseconds; it doubles with each attempt. Default 250. */
  readonly pauseMs?: number;
  /** A longer `Retry-After` than this, in milliseconds, is not waited for: the answer is returned. Default 30,000. */
  readonly maxPauseMs?: number;
  /** Time for one attempt with its whole answer, in milliseconds; a report has ten times as much. Default 30,000. */
  readonly timeoutMs?: number;
}

const DEFAULTS = { attempts: 4, pauseMs: 250, maxPauseMs: 30_000, timeoutMs: 30_000 };

/** Statuses under which the service, or a proxy, did nothing or can't tell: the same request may succeed later. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A report may read and send millions of rows. */
const REPORT_PATH = /\/reports\/[a-z]+$/;
const REPORT_TIMEOUT_FACTOR = 10;

const KEY_HEADER = 'Idempotency-Key';

/**
 * Repeats a request that got no answer, or one that says "later". A request that changes something carries an
 * `Idempotency-Key`, the same at each attempt, so it takes effect once.
 *
 * @throws UnreachableError after the last attempt
 */
export function retrying(fetch: Fetch, options: RetryOptions = {}): Fetch {
  const { attempts, pauseMs, maxPauseMs, timeoutMs } = withDefaults(options);
  return async (request) => {
    if (request.method !== 'GET' && !request.headers.has(KEY_HEADER)) {
      request.headers.set(KEY_HEADER, newKey());
    }
    for (let count = 1; ; count++) {
      const isLast = count >= attempts;
      const pause = pauseMs * 2 ** (count - 1) * (1 + Math.random() / 2);
      try {
        const response = await attempt(fetch, request, timeoutMs * timeoutFactor(request));
        const asked = retryAfterMs(response.headers.get('Retry-After')) ?? 0;
        if (isLast || asked > maxPauseMs || !RETRIED_STATUSES.has(response.status)) return response;
        await wait(Math.max(pause, asked), request.signal);
      } catch (error) {
        request.signal.throwIfAborted();
        if (isLast) throw new UnreachableError(new URL(request.url).origin, error);
        await wait(pause, request.signal);
      }
    }
  };
}

/** A member that is undefined counts as absent; a spread would let it replace the default. */
function withDefaults(options: RetryOptions): Required<RetryOptions> {
  return {
    attempts: options.attempts ?? DEFAULTS.attempts,
    pauseMs: options.pauseMs ?? DEFAULTS.pauseMs,
    maxPauseMs: options.maxPauseMs ?? DEFAULTS.maxPauseMs,
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
  };
}

function timeoutFactor({ url }: Request): number {
  return REPORT_PATH.test(new URL(url).pathname) ? REPORT_TIMEOUT_FACTOR : 1;
}

/** Milliseconds; the header gives seconds or a date. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const at = /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** `crypto.randomUUID` is missing in browsers on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = startTimer(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
