import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestsOfClient } from './whole-request.js';

/** Gives the whole answer to a request for a path, head and all, if it is to be refused. */
export type RefusalTo = (path: string) => Buffer | undefined;

/**
 * Refuses requests on a connection before Node's HTTP server comes to read them, at half of what it costs there.
 *
 * It looks at what comes in, and answers by itself only where there can be no doubt: exactly one whole and ordinary request,
 * on a connection on which nothing else is under way, and whose parser is known to wait for the first byte of a request.
 * Everything else goes to the parser as if nobody had looked.
 */
export class EarlyRefusal {
  private readonly connections = new WeakMap<Socket, WatchedConnection>();

  constructor(private readonly refusalTo: RefusalTo) {}

  /** To be told of every request that the parser gives. */
  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.connections.get(request.socket)?.noteRequest(request, response);
  }

  /** From now on, whatever comes in on the connection of this request is looked at: only then, as looking has its price. */
  watchConnectionOf(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.connections.has(socket)) return;
    // The HTTP server's own listener. Should it read in another way, it goes on doing so.
    const [feedParser, ...others] = socket.listeners('data') as FeedParser[];
    if (!feedParser || others.length > 0) return;
    const connection = new WatchedConnection(socket, feedParser, this.refusalTo);
    connection.noteRequest(request, response);
    this.connections.set(socket, connection);
    socket.on('data', (bytes) => connection.take(bytes));
    socket.off('data', feedParser);
  }
}

type FeedParser = (bytes: Buffer) => void;

class WatchedConnection {
  /** Requests that the parser has given and that have not been answered to the end. */
  private underWay = 0;
  /** How many the parser has given, and the last one. */
  private given = 0;
  private last?: IncomingMessage;
  /** The parser has had nothing since the last byte of a request. */
  private isBetweenRequests = false;
  private readonly requests = new RequestsOfClient();

  constructor(
    private readonly socket: Socket,
    private readonly feedParser: FeedParser,
    private readonly refusalTo: RefusalTo,
  ) {}

  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.given += 1;
    this.last = request;
    this.underWay += 1;
    response.on('close', () => (this.underWay -= 1));
  }

  take(bytes: Buffer): void {
    const request = this.underWay === 0 ? this.requests.read(bytes) : undefined;
    const refusal = request && this.canRefuse() ? this.refusalTo(request.path) : undefined;
    if (refusal !== undefined) {
      this.socket.write(refusal);
      return;
    }
    const { given } = this;
    this.feedParser(bytes);
    this.isBetweenRequests =
      request !== undefined && this.given === given + 1 && this.last?.complete === true;
  }

  /** Who does not read his answers gets no more of them than the HTTP server would let wait. */
  private canRefuse(): boolean {
    return this.isBetweenRequests && this.socket.writableLength === 0;
  }
}
