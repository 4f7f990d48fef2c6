import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { isConnectionLoss } from '../../src/database/constraints.js';
import { createDataSource } from '../../src/database/data-source.js';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** Accepts every client, and ends its connection in the same write. */
function endingServer(): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('handed over', () => {
  it('survives a connection that ends at the moment of its handover', async () => {
    const server = await endingServer();
    const { port } = server.address() as AddressInfo;
    const dataSource = createDataSource(`postgres://user@127.0.0.1:${port}/any`, { poolSize: 1 });
    try {
      const outcome = await dataSource.initialize().catch((error: unknown) => error);
      expect(isConnectionLoss(outcome)).toBe(true);
    } finally {
      server.close();
    }
  });
});
