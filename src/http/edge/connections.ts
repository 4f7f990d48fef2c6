import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Bag } from '../../kernel/bag.js';
import { addressName, type TrustedProxies } from './client-address.js';
import type { EdgeLimits } from './edge-limits.js';

type Limits = Pick<EdgeLimits, 'connections' | 'connectionsPerAddress' | 'unreadMilliseconds'>;

/** A client address, as long as it has a connection or a request under way. */
export class Client {
  /** Requests that have a place. */
  places = 0;
  /** Requests that have not reached the parser. See `Intake`. */
  waiting = 0;
  connections = 0;

  /** @param name undefined for a trusted proxy, which stands for many clients */
  constructor(readonly name?: string) {}
}

/** An open connection and its requests that are not answered to the end. */
export class Connection {
  readonly responses = new Bag<ServerResponse>();

  constructor(
    readonly socket: Socket,
    readonly client: Client,
  ) {}
}

/** The open connections of a server. Connections beyond the limits are closed at once. */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly clients = new Map<string, Client>();
  private readonly silenceMilliseconds: number;

  constructor(
    server: Server,
    private readonly limits: Limits,
    private readonly proxies: TrustedProxies,
  ) {
    server.maxConnections = limits.connections;
    server.on('connection', (socket: Socket) => this.count(socket));
    server.on(connectionEvent(server), (socket: Socket) => this.add(socket));
    // Node compares the number of unread bytes at two timeouts in a row.
    this.silenceMilliseconds = limits.unreadMilliseconds / 2;
    server.timeout = this.silenceMilliseconds;
    server.on('timeout', (socket: Socket) => this.onSilence(socket));
  }

  of(socket: Socket): Connection {
    return this.open.get(socket) ?? this.add(socket);
  }

  values(): Iterable<Connection> {
    return this.open.values();
  }

  /** Notes a request until its response closes. Node doesn't close the responses behind the first one of a closed connection. */
  note(socket: Socket, response: ServerResponse): Connection {
    const connection = this.of(socket);
    // Not `once`: it costs a wrapper and a removal for each request, and the function may be called again.
    response.on('close', connection.responses.add(response));
    return connection;
  }

  /** The client of a request: of its connection, or whom a trusted proxy names. */
  clientOf({ client }: Connection, request: IncomingMessage): Client {
    const address = client.name === undefined ? this.proxies.clientOf(request) : undefined;
    if (address === undefined) return client;
    const name = addressName(address);
    return this.clients.get(name) ?? new Client(name);
  }

  /** Counts a place of a client. */
  hold(client: Client): void {
    client.places += 1;
    if (client.name !== undefined) this.clients.set(client.name, client);
  }

  release(client: Client): void {
    client.places -= 1;
    this.forget(client);
  }

  /** Counts a connection of an address, with TLS from before its handshake on. */
  private count(socket: Socket): void {
    const client = this.clientAt(socket);
    client.connections += 1;
    socket.once('close', () => {
      client.connections -= 1;
      this.forget(client);
    });
    const isAboveShare = client.connections > this.limits.connectionsPerAddress;
    if (isAboveShare && client.name !== undefined) socket.destroy();
  }

  private add(socket: Socket): Connection {
    const connection = new Connection(socket, this.clientAt(socket));
    if (socket.destroyed) return connection;
    this.open.set(socket, connection);
    socket.once('close', () => this.remove(connection));
    return connection;
  }

  private remove({ socket, responses }: Connection): void {
    this.open.delete(socket);
    for (const response of responses) if (response.socket === null) response.emit('close');
  }

  private clientAt({ remoteAddress }: Socket): Client {
    return this.proxies.has(remoteAddress) ? new Client() : this.known(addressName(remoteAddress));
  }

  private known(name: string): Client {
    const known = this.clients.get(name);
    if (known) return known;
    const client = new Client(name);
    this.clients.set(name, client);
    return client;
  }

  private forget({ name, connections, places }: Client): void {
    if (name !== undefined && connections === 0 && places === 0) this.clients.delete(name);
  }

  /** Nothing was sent or received for a while. A connection that waits for the service is left open. */
  private onSilence(socket: Socket): void {
    const isWaitingForUs = socket.writableLength === 0 && (this.open.get(socket)?.responses.size ?? 0) > 0;
    if (isWaitingForUs) socket.setTimeout(this.silenceMilliseconds);
    else socket.destroy();
  }
}

/** The event of a connection that can carry requests: with TLS only after the handshake. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection';
}
