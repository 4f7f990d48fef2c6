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
 * Everything else goes to the parser as if nobody had looked – a request only when all that has come in on any connection has
 * been looked at. To refuse costs a tenth of what it costs to serve, and is over with before; so is what else is waited for, above all
 * the database's answer to the last batch.
 */
export class EarlyRefusal {
  private readonly connections = new WeakMap<Socket, WatchedConnection>();
  /** Connections with something that the parser is to have later. */
  private readonly later: WatchedConnection[] = [];

  constructor(private readonly refusalTo: RefusalTo) {}

  /** How many requests the parser has not had yet. */
  get waiting(): number {
    return this.later.length;
  }

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
    const connection = new WatchedConnection(socket, feedParser, this.refusalTo, () => {
      if (this.later.push(connection) === 1) setImmediate(() => this.feedAll());
    });
    connection.noteRequest(request, response);
    this.connections.set(socket, connection);
    socket.on('data', (bytes) => connection.take(bytes));
    socket.off('data', feedParser);
  }

  /** One by one, as each that is served is no more among those that wait. */
  private feedAll(): void {
    for (let next = this.later.shift(); next; next = this.later.shift()) next.feed();
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
  /** What the parser is to have later, in the order in which it came. */
  private unread: Buffer[] = [];

  /** @param feedLater has `feed` called when everything that has come in has been looked at */
  constructor(
    private readonly socket: Socket,
    private readonly feedParser: FeedParser,
    private readonly refusalTo: RefusalTo,
    private readonly feedLater: () => void,
  ) {}

  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.given += 1;
    this.last = request;
    this.underWay += 1;
    response.on('close', () => (this.underWay -= 1));
  }

  take(bytes: Buffer): void {
    if (this.underWay > 0) {
      this.isBetweenRequests = false;
      this.feedParser(bytes);
      return;
    }
    const refusal = this.unread.length === 0 && this.canRefuse() ? this.refusalOf(bytes) : undefined;
    if (refusal) this.socket.write(refusal);
    else if (this.unread.push(bytes) === 1) this.feedLater();
  }

  feed(): void {
    const { given, unread } = this;
    this.unread = [];
    // Who has hung up meanwhile has no parser any more.
    if (!this.socket.writable) return;
    for (const bytes of unread) this.feedParser(bytes);
    this.isBetweenRequests =
      unread.length === 1 &&
      this.given === given + 1 &&
      this.last?.complete === true &&
      this.requests.read(unread[0]) !== undefined;
  }

  private refusalOf(bytes: Buffer): Buffer | undefined {
    const request = this.requests.read(bytes);
    return request && this.refusalTo(request.path);
  }

  /** Who does not read his answers gets no more of them than the HTTP server would let wait. */
  private canRefuse(): boolean {
    return this.isBetweenRequests && this.socket.writableLength === 0;
  }
}
