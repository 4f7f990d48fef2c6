import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request as send } from 'undici';
import { AccessFailure } from '../access-failure.js';

const CONNECT_MS = 3_000;
const ANSWER_MS = 5_000;
const MAX_CONNECTIONS = 16;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Of one identity service, so that one that does not answer leaves the others alone. */
const MAX_UNDER_WAY = 256;

export interface IdentityAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * HTTP to the operator's own identity services, with limits on time, size and number, never across a redirect. Their
 * addresses come from the configuration, so they may be private.
 */
@Injectable()
export class IdentityHttp implements OnModuleDestroy {
  private readonly agent = new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  private readonly underWay = new Map<string, number>();

  onModuleDestroy(): Promise<void> {
    return this.agent.destroy();
  }

  /**
   * Returns the answer with any status but redirects.
   *
   * @throws AccessFailure `unavailable`
   */
  async get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<IdentityAnswer> {
    const { origin } = new URL(url);
    if (this.underWayAt(origin) >= MAX_UNDER_WAY)
      throw AccessFailure.unavailable(`${origin} has too many requests to answer`);
    this.underWay.set(origin, this.underWayAt(origin) + 1);
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await send(url, {
        dispatcher: this.agent,
        headers: { accept: 'application/json', ...headers },
        signal,
      });
      const text = await answer.body.text();
      const { statusCode: status } = answer;
      if (status < 300 || status >= 400) return { status, text };
    } catch (error) {
      throw AccessFailure.unavailable(`${origin} does not answer`, error);
    } finally {
      this.underWay.set(origin, this.underWayAt(origin) - 1);
    }
    throw AccessFailure.unavailable(`${origin} redirects`);
  }

  private underWayAt(origin: string): number {
    return this.underWay.get(origin) ?? 0;
  }
}
