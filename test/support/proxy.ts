import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a test may do with a connection that something was just sent over. */
export interface Link {
  /** Passes something on to the database, or to nobody when the connection is gone. */
  forward(chunk: Buffer): void;
  /** Ends the client's side; what the database was told so far it goes on with. */
  cutClient(): void;
  /** Ends both sides. */
  cut(): void;
  /** Keeps what the database answers from the client, and resolves when there is some, or when it has gone away. */
  keepAnswer(): Promise<void>;
}

/** Sees what clients send. True: the chunk has been dealt with and is not passed on. */
export type Intercept = (chunk: Buffer, link: Link) => boolean;

/** Stands between a service and its database, at an address of its own that stays the same. */
export class DatabaseProxy {
  intercept: Intercept = () => false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private target: URL,
    private readonly server: Server,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer();
    const proxy = new DatabaseProxy(new URL(databaseUrl), server);
    server.on('connection', (client) => proxy.join(client));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.toString();
  }

  /** Where new connections go from now on. */
  redirect(databaseUrl: string): void {
    this.target = new URL(databaseUrl);
  }

  /** Ends all connections that there are. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    const server = createConnection({ host: this.target.hostname, port: Number(this.target.port) });
    let onAnswer: (() => void) | undefined;
    let isHeld = false;
    const link: Link = {
      forward: (chunk) => {
        if (!server.destroyed) server.write(chunk);
      },
      cutClient: () => {
        isHeld = true;
        client.destroy();
      },
      cut: () => {
        client.destroy();
        server.destroy();
      },
      keepAnswer: () =>
        new Promise((resolve) => {
          onAnswer = resolve;
          server.once('close', resolve);
        }),
    };
    client.on('data', (chunk) => {
      if (!this.intercept(chunk, link)) server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (onAnswer) onAnswer();
      else client.write(chunk);
    });
    client.on('close', () => {
      if (!isHeld) server.destroy();
    });
    server.on('close', () => client.destroy());
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    }
  }
}

/** What every append to a ledger carries: the name of its statement. */
export function isAppend(chunk: Buffer): boolean {
  return chunk.includes('append-draft') || chunk.includes('append-in-zone');
}
