import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request } from 'undici';
import { Configuration } from '../config/configuration.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { newId } from '../kernel/identifiers.js';
import { parsedJson } from '../kernel/parsed-json.js';
import { isPlainObject } from '../kernel/plain-object.js';
import { CHALLENGE_HEADER, credentialHeaders, type Credentials } from '../security/webhook-signature.js';
import { CallbackGuard } from '../security/callback-guard.js';

const CONNECT_MS = 3_000;
/** For all of it: the client of the subscribe waits. */
const ANSWER_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024;

/** Asks a new receiver whether it wants notifications, if the operator has switched that on. */
@Injectable()
export class ReceiverChallenge implements OnModuleDestroy {
  private readonly agent: Agent;

  constructor(
    private readonly guard: CallbackGuard,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {
    this.agent = new Agent({
      connect: { lookup: guard.lookup, timeout: CONNECT_MS },
      maxResponseSize: MAX_ANSWER_BYTES,
      // A receiver is asked once: the connection is closed after the answer.
      pipelining: 0,
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.agent.destroy();
  }

  /**
   * Posts a challenge, which the receiver answers with the same.
   *
   * @param credentialsOf returns those of the subscription; called only if the challenge is on
   * @throws DomainError `receiver-not-confirmed`
   */
  async confirm(
    callbackUri: string | undefined,
    credentialsOf: (callbackUri: string) => Credentials | Promise<Credentials>,
  ): Promise<void> {
    if (callbackUri === undefined || !this.configuration.callbackChallenge) return;
    const credentials = await credentialsOf(callbackUri);
    const challenge = randomBytes(24).toString('base64url');
    const echoed = await this.answerTo(callbackUri, challenge, credentials).catch(() => undefined);
    if (echoed === challenge) return;
    const detail = `callbackUri: the receiver must answer a challenge, posted to it, with 200 and the same challenge within ${ANSWER_MS / 1000} s`;
    throw DomainError.about(['callbackUri'], 'invalid', 'receiver-not-confirmed', detail);
  }

  private async answerTo(callbackUri: string, challenge: string, credentials: Credentials): Promise<unknown> {
    const url = new URL(callbackUri);
    this.guard.checkLiteral(url);
    const content = JSON.stringify({ challenge });
    const { statusCode, body } = await request(url, {
      dispatcher: this.agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'headroom',
        [CHALLENGE_HEADER]: challenge,
        ...credentialHeaders({ id: newId(), at: this.clock.now(), body: content }, credentials),
      },
      body: content,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await body.text();
    const answer = statusCode === 200 ? parsedJson(text) : undefined;
    return isPlainObject(answer) ? answer.challenge : undefined;
  }
}
