import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request as send } from 'undici';
import { PlaceQueue } from '../../kernel/place-queue.js';
import { AccessFailure } from '../access-failure.js';

const CONNECT_MS = 3_000;
/** With the wait for a place. */
const ANSWER_MS = 5_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** At one identity service, so that one that does not answer leaves the others alone. */
const MAX_UNDER_WAY = 16;
const MAX_WAITING = 240;

export interface IdentityAnswer {
  readonly status: number;
  readonly text: string;
}

export interface IdentityRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Clients take turns. Default: none, for a request that many of them wait for. */
  readonly client?: string;
}

/** Requests at one identity service. */
interface Places {
  underWay: number;
  readonly waiting: PlaceQueue;
}

/**
 * HTTP to the operator's own identity services, with limits on time, size and number, never across a redirect. Their
 * addresses come from the configuration, so they may be private.
 */
@Injectable()
export class IdentityHttp implements OnModuleDestroy {
  private readonly agent = new Agent({
    connections: MAX_UNDER_WAY,
    connect: { timeout: CONNECT_MS },
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  private readonly places = new Map<string, Places>();

  onModuleDestroy(): Promise<void> {
    return this.agent.destroy();
  }

  /**
   * Returns the answer with any status but redirects.
   *
   * @throws AccessFailure `unavailable`
   */
  async get(url: string, { headers = {}, client = '' }: IdentityRequest = {}): Promise<IdentityAnswer> {
    const { origin } = new URL(url);
    const signal = AbortSignal.timeout(ANSWER_MS);
    await this.take(origin, client);
    try {
      const answer = await send(url, {
        dispatcher: this.agent,
        headers: { accept: 'application/json', ...headers },
        signal,
      });
      const text = await answer.body.text();
      const { statusCode: status } = answer;
      if (status < 300 || status >= 400) return { status, text };
    } catch (error) {
      const what = signal.aborted ? 'does not answer in time' : "can't be reached";
      throw AccessFailure.unavailable(`${origin} ${what}`, error);
    } finally {
      this.give(origin);
    }
    throw AccessFailure.unavailable(`${origin} redirects`);
  }

  private async take(origin: string, client: string): Promise<void> {
    const places = this.placesAt(origin);
    if (places.underWay >= MAX_UNDER_WAY) await places.waiting.wait(client);
    else places.underWay += 1;
  }

  /** Gives a place to the next that waits, if any. */
  private give(origin: string): void {
    const places = this.placesAt(origin);
    if (!places.waiting.next()) places.underWay -= 1;
  }

  private placesAt(origin: string): Places {
    const known = this.places.get(origin) ?? { underWay: 0, waiting: queueAt(origin) };
    this.places.set(origin, known);
    return known;
  }
}

function queueAt(origin: string): PlaceQueue {
  return new PlaceQueue({
    maxWaiting: MAX_WAITING,
    maxWaitMs: ANSWER_MS,
    refusal: () => AccessFailure.unavailable(`${origin} has too many requests to answer`),
  });
}
