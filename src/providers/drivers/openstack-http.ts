import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request as send } from 'undici';
import { parsedJson } from '../../kernel/parsed-json.js';
import { secondsToWait } from '../../kernel/retry-after.js';
import { PlatformRefused, PlatformUnreachable } from './driver.js';
import { orTimeout } from './or-timeout.js';
import { AddressRefused, type NetworkGuard } from '../../security/network-guard.js';

export interface PlatformRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly content?: unknown;
  readonly signal?: AbortSignal;
  /** Maximum of attempts in all; above 1 only for idempotent requests. */
  readonly attempts: number;
}

export interface PlatformAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined if there is none. */
  readonly content: unknown;
}

const CONNECT_MS = 3_000;
/** Timeout of one attempt as a whole, also for a platform that sends its answer byte by byte. */
const ATTEMPT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
const FIRST_PAUSE_MS = 200;
/** Codes of errors before a request is sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const MAX_PAUSE_MS = 5_000;

/**
 * HTTP to platforms: only to addresses that the guard allows, with limits on time and size, never across a redirect.
 */
export class OpenstackHttp {
  private readonly agent: Agent;

  constructor(
    private readonly guard: NetworkGuard,
    private readonly attemptMilliseconds = ATTEMPT_MS,
  ) {
    this.agent = new Agent({
      connect: { lookup: guard.lookup, timeout: CONNECT_MS },
      maxResponseSize: LARGEST_ANSWER_BYTES,
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  /**
   * Returns the answer with any status but redirects. Retries a platform that is busy (429, 5xx) or unreachable, as
   * often as the request allows.
   *
   * @throws PlatformUnreachable, and PlatformRefused for a redirect, a refused address or an oversized answer
   */
  async send(request: PlatformRequest): Promise<PlatformAnswer> {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= request.attempts;
      const answer = await this.attempt(request).catch((error: unknown) => {
        if (isLast || !(error instanceof PlatformUnreachable) || request.signal?.aborted) throw error;
        return undefined;
      });
      const milliseconds = pauseAfter(attempt, answer);
      // The error tells the caller of a longer `Retry-After`.
      const isOver = isLast || milliseconds > MAX_PAUSE_MS;
      if (answer && (isOver || !isBusy(answer.status))) return answer;
      await rest(milliseconds, request.signal);
    }
  }

  private async attempt({ method, url, headers, content, signal }: PlatformRequest): Promise<PlatformAnswer> {
    try {
      this.guard.checkLiteral(url);
      const answer = await send(url, {
        dispatcher: this.agent,
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        body: content === undefined ? undefined : JSON.stringify(content),
        signal: orTimeout(signal, this.attemptMilliseconds),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300 && answer.statusCode < 400) {
        throw new PlatformRefused(`${url.origin} redirects, and a credential is never sent on`);
      }
      return { status: answer.statusCode, headers: answer.headers, content: parsedJson(text) };
    } catch (error) {
      throw failure(error, url);
    }
  }
}

/** @throws PlatformUnreachable when the caller aborts meanwhile */
async function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {
    throw new PlatformUnreachable('the platform did not answer in time');
  });
}

/** Backoff before the next attempt: longer each time, and at least as long as the platform asks for. */
function pauseAfter(attempt: number, answer?: PlatformAnswer): number {
  const backoff = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return Math.max(backoff, (answer ? retryAfter(answer) : 0) * 1000);
}

/** The seconds for which a platform wants no retry; 0 if it doesn't say. */
export function retryAfter({ headers }: PlatformAnswer): number {
  return secondsToWait(headers['retry-after'], Date.now() / 1000) ?? 0;
}

/** Whether a retry of the same request may succeed. */
export function isBusy(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Names the origin and the error code alone: texts of lower layers could contain anything. */
function failure(error: unknown, { origin }: URL): Error {
  if (error instanceof PlatformRefused) return error;
  if (error instanceof AddressRefused) return new PlatformRefused(error.message);
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new PlatformRefused(`${origin} answers more than ${LARGEST_ANSWER_BYTES} bytes`);
  }
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new PlatformUnreachable(`${origin} did not answer in time`, 0, true);
  }
  const reason = typeof code === 'string' ? ` (${code})` : '';
  const isConnected = typeof code !== 'string' || !NOT_CONNECTED.has(code);
  return new PlatformUnreachable(`${origin} can't be reached${reason}`, 0, isConnected);
}
