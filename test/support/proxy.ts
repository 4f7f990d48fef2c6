import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Actions of a test on a connection that has just carried a chunk. */
export interface Link {
  /** Forwards a chunk to the database. No-op if the connection is gone. */
  forward(chunk: Buffer): void;
  /** Ends the client's side. The database continues with what it has received so far. */
  cutClient(): void;
  /** Ends both sides. */
  cut(): void;
  /** Withholds the database's answer from the client. Resolves when there is some, or when the database has disconnected. */
  keepAnswer(): Promise<void>;
}

/** Receives each chunk from clients. True: it has handled the chunk, which is not forwarded. */
export type Intercept = (chunk: Buffer, link: Link) => boolean;

/** A proxy between a service and its database, whose own address stays the same. */
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
    await listen(server, 0);
    return proxy;
  }

  /** Refuses connections, until the returned function is called. */
  async refuse(): Promise<() => Promise<void>> {
    const { port } = this.server.address() as AddressInfo;
    await this.stop();
    return () => listen(this.server, port);
  }

  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.toString();
  }

  /** Sets the target of new connections. */
  redirect(databaseUrl: string): void {
    this.target = new URL(databaseUrl);
  }

  /** Ends all open connections. */
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

/** Recognizes an append to a ledger by the name of its statement. */
export function isAppend(chunk: Buffer): boolean {
  return chunk.includes('append-draft') || chunk.includes('append-in-zone');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}
