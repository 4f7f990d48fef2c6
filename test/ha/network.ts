import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Path {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * A network path between two programs that can be cut. While it is cut, no data passes and no connection closes, even if one side ends.
 * Data sent meanwhile arrives once the path is restored, as with TCP's retransmission.
 */
export class Network {
  private isCut = false;
  private readonly paths = new Set<Path>();
  /** Clients that connected while the path was cut. */
  private waiting: Socket[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  /** @param target a port of this machine */
  static async to(target: number): Promise<Network> {
    const server = createServer({ pauseOnConnect: true });
    const network = new Network(server, target);
    server.on('connection', (client) => network.accept(client));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    for (const { client, server } of this.paths) for (const socket of [client, server]) socket.pause();
  }

  mend(): void {
    this.isCut = false;
    for (const path of this.paths) this.flow(path);
    for (const client of this.waiting.splice(0)) this.connect(client);
  }

  async stop(): Promise<void> {
    for (const { client, server } of this.paths) for (const socket of [client, server]) socket.destroy();
    for (const client of this.waiting) client.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    client.on('error', () => undefined);
    if (this.isCut) this.waiting.push(client);
    else this.connect(client);
  }

  private connect(client: Socket): void {
    const server = createConnection({ host: '127.0.0.1', port: this.target });
    server.on('error', () => undefined);
    const path = { client, server };
    this.paths.add(path);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      from.setNoDelay();
      from.on('data', (chunk) => to.write(chunk));
      from.once('close', () => {
        if (!this.isCut) this.end(path);
      });
    }
    this.flow(path);
  }

  /** Forwards waiting data, and the end of a side that ended meanwhile. */
  private flow(path: Path): void {
    const { client, server } = path;
    if (client.destroyed || server.destroyed) return this.end(path);
    client.resume();
    server.resume();
  }

  private end(path: Path): void {
    this.paths.delete(path);
    path.client.destroy();
    path.server.destroy();
  }
}
