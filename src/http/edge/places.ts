import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Bag } from '../../kernel/bag.js';
import { beginWork, whenDone } from '../answers/answer-made.js';
import type { Client, Connection, Connections } from './connections.js';
import type { EdgeLimits } from './edge-limits.js';
import type { RequestFigures } from './request-figures.js';

const SWEEP_MS = 1_000;

type Limits = Pick<EdgeLimits, 'requests' | 'requestsPerAddress'>;
type Release = () => void;

const RELEASE = Symbol('release');

/** The response to a request that has a place, or had one. */
type PlacedResponse = ServerResponse & { [RELEASE]?: Release };

/** The places of requests under way. A request leaves its place when its work is done, see `whenDone`. */
export class Places {
  private readonly taken = new Bag<PlacedResponse>();
  /** The work of their requests goes on without the clients. */
  private readonly abandoned = new Set<PlacedResponse>();
  /** Answers that waited for their clients at the last sweep, and those that did so at the one before it, too. */
  private unread = new Set<PlacedResponse>();
  private unreadForLong: PlacedResponse[] = [];

  constructor(
    server: Server,
    private readonly connections: Connections,
    private readonly figures: RequestFigures,
    private readonly limits: Limits,
  ) {
    const sweeping = setInterval(() => this.sweep(), SWEEP_MS).unref();
    server.once('close', () => clearInterval(sweeping));
    figures.isPlausible = () => this.isPlausible();
  }

  /**
   * Whether a request of this client can't have a place now.
   *
   * @param waiting requests that have arrived and not been read yet
   */
  isFull({ name, places, waiting: own }: Client, waiting: number): boolean {
    const { requests, requestsPerAddress } = this.limits;
    if (name !== undefined && places + own >= requestsPerAddress) return true;
    return this.figures.inFlight + waiting >= requests && !this.takeFromIdleReader();
  }

  take(connection: Connection, request: IncomingMessage, response: PlacedResponse): void {
    const client = this.connections.clientOf(connection, request);
    this.connections.hold(client);
    const leave = this.taken.add(response);
    const release = (): void => {
      if (!leave()) return;
      response[RELEASE] = undefined;
      this.abandoned.delete(response);
      this.figures.inFlight -= 1;
      this.connections.release(client);
    };
    response[RELEASE] = release;
    this.figures.inFlight += 1;
    beginWork(response);
    whenDone(response, release, () => this.abandoned.add(response));
  }

  /** While all places are taken, a client that doesn't read its answer loses its connection, and with it the place. */
  private takeFromIdleReader(): boolean {
    for (let next = this.unreadForLong.pop(); next; next = this.unreadForLong.pop()) {
      const release = next[RELEASE];
      if (!release || next.writableFinished) continue;
      next.destroy();
      release();
      return true;
    }
    return false;
  }

  private sweep(): void {
    const unread = [...this.taken].filter(isUnread);
    this.unreadForLong = unread.filter((response) => this.unread.has(response));
    this.unread = new Set(unread);
  }

  /** Each request that has a place has an open connection, or was abandoned at work. */
  private isPlausible(): boolean {
    let known = this.abandoned.size;
    for (const { responses } of this.connections.values()) {
      for (const response of responses) if ((response as PlacedResponse)[RELEASE]) known += 1;
    }
    return known === this.figures.inFlight;
  }
}

/**
 * All of the answer waits for its client, or as much as is made ahead of it. A pipelined one without a socket waits for the service.
 */
function isUnread({ writableEnded, writableNeedDrain, writableFinished, socket }: ServerResponse): boolean {
  return (writableEnded || writableNeedDrain) && !writableFinished && socket !== null;
}
