import { Injectable, Logger } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { Configuration } from '../../config/configuration.js';
import { Clock } from '../../kernel/clock.js';
import { CallbackGuard } from '../../security/callback-guard.js';
import { AddressRefused } from '../../security/network-guard.js';
import { SealedSecrets, SecretUnreadable } from '../../security/sealed-secrets.js';
import { secretPlace } from '../../security/secret-place.js';
import { tokenPlace } from '../../subscriptions/callback.js';
import type { RunningSpan } from '../../tracing/spans.js';
import { Tracing } from '../../tracing/tracing.js';
import type { AttemptOutcome, AttemptResult } from './delivery.js';
import type { Turn } from './lane.js';
import { notBefore } from './not-before.js';
import { notificationUrl } from './notification-url.js';
import { credentialHeaders, type Credentials } from '../../security/webhook-signature.js';

const CONNECT_MS = 5_000;
/** More than the requests in flight to one endpoint, because slowly arriving answers hold their connection longer. */
const CONNECTIONS_PER_ORIGIN = 16;
/** Receivers may ask for longer. Each host name could then hold sockets for that time. */
const MAX_KEEP_ALIVE_MS = 4_000;
/** The rest of an answer is read up to these limits, so that the connection can be reused. */
const LARGEST_ANSWER_BYTES = 16 * 1024;
const READING_MS = 100;

const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Sends notifications within a timeout, only to addresses that the guard allows, never across a redirect or through a
 * proxy. Of the answer only the status is used.
 */
@Injectable()
export class CallbackSender {
  private readonly log = new Logger(CallbackSender.name);
  private readonly agent: Agent;
  private readonly underWay = new Set<AbortController>();
  private isStopped = false;

  constructor(
    private readonly guard: CallbackGuard,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
    private readonly tracing: Tracing,
  ) {
    this.agent = new Agent({
      connect: { lookup: guard.lookup, timeout: CONNECT_MS },
      connections: CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  /** Aborts requests under way; they end as `aborted`, and so do later ones. */
  abortAll(): void {
    this.isStopped = true;
    for (const controller of this.underWay) controller.abort();
  }

  /**
   * Never rejects: failures are results.
   *
   * @param leftMilliseconds a limit besides the configured timeout
   */
  async send(turn: Turn, callbackUri: string, leftMilliseconds = Infinity): Promise<AttemptResult> {
    const timeout = Math.min(leftMilliseconds, this.configuration.callbackTimeoutMilliseconds);
    const trace = this.tracing.delivery(turn);
    const attempt = () => this.attempt(turn, callbackUri, timeout, trace);
    if (!trace) return attempt();
    const result = await trace.run(attempt);
    const { outcome, status } = result;
    const failure = outcome === 'delivered' ? undefined : outcome === 'status' ? String(status) : outcome;
    trace.end({ 'headroom.outcome': outcome, 'http.response.status_code': status }, failure);
    return result;
  }

  private async attempt(
    turn: Turn,
    callbackUri: string,
    timeout: number,
    trace?: RunningSpan,
  ): Promise<AttemptResult> {
    const begun = performance.now();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    this.underWay.add(controller);
    if (this.isStopped) controller.abort();
    try {
      const result = await this.post(turn, callbackUri, controller.signal, trace);
      return { ...result, milliseconds: elapsed(begun) };
    } catch (error) {
      if (error instanceof SecretUnreadable) this.log.error(`${turn.subscriptionId}: ${error.message}`);
      return { outcome: this.outcomeOf(error, controller.signal), milliseconds: elapsed(begun) };
    } finally {
      clearTimeout(timer);
      this.underWay.delete(controller);
    }
  }

  private async post(
    turn: Turn,
    callbackUri: string,
    signal: AbortSignal,
    trace: RunningSpan | undefined,
  ): Promise<Omit<AttemptResult, 'milliseconds'>> {
    const url = notificationUrl(callbackUri, turn.path);
    this.guard.checkLiteral(url);
    const own = this.headers(turn, callbackUri);
    const {
      statusCode: status,
      headers,
      body,
    } = await request(url, {
      dispatcher: this.agent,
      method: 'POST',
      headers: trace ? { ...this.tracing.headersOf(trace), ...own } : own,
      body: turn.body,
      signal,
    });
    drop(body);
    if (status >= 200 && status < 300) return { outcome: 'delivered', status };
    const wanted = notBefore(status, headers['retry-after'], this.clock.now());
    return { outcome: 'status', status, notBefore: wanted };
  }

  private headers(turn: Turn, callbackUri: string): Record<string, string> {
    const { id, body, position } = turn;
    return {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'headroom',
      'headroom-position': String(position),
      ...credentialHeaders({ id, at: this.clock.now(), body }, this.credentialsOf(turn, callbackUri)),
    };
  }

  private credentialsOf(turn: Turn, callbackUri: string): Credentials {
    const { subscriptionId, sealedToken } = turn;
    const token = sealedToken && this.secrets.open(sealedToken, tokenPlace(subscriptionId, callbackUri));
    return { secrets: this.secretsOf(turn), token };
  }

  /** The current secret and, for a while after a rotation, the one before, unless that was rotated because it can't be read. */
  private secretsOf({ subscriptionId, sealedSecret, sealedPrevious, previousUntil = 0 }: Turn): string[] {
    const open = (sealed: string): string => this.secrets.open(sealed, secretPlace(subscriptionId));
    const current = sealedSecret === undefined ? [] : [open(sealedSecret)];
    if (sealedPrevious === undefined || this.clock.now() >= previousUntil) return current;
    try {
      return [...current, open(sealedPrevious)];
    } catch (error) {
      if (error instanceof SecretUnreadable) return current;
      throw error;
    }
  }

  private outcomeOf(error: unknown, signal: AbortSignal): AttemptOutcome {
    if (this.isStopped) return 'aborted';
    if (signal.aborted) return 'timeout';
    if (error instanceof AddressRefused) return 'refused-address';
    if (error instanceof SecretUnreadable) return 'secret-unreadable';
    const { code } = error as { code?: unknown };
    return TIMEOUT_CODES.has(code) ? 'timeout' : 'connection';
  }
}

/** Reads the rest of an answer to its end if that is near; else the connection is closed. */
function drop(body: Dispatcher.ResponseData['body']): void {
  const signal = AbortSignal.timeout(READING_MS);
  body.dump({ limit: LARGEST_ANSWER_BYTES, signal }).catch(() => undefined);
}

function elapsed(begun: number): number {
  return Math.round(performance.now() - begun);
}
