import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './app.listen.js';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

function setup(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}

async function busyPort(): Promise<number> {
  const server = setup().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('listen', () => {
  it('gives the address it listens at', async () => {
    const server = setup();
    const url = await listen(server, { host: '127.0.0.1', port: 0, orAnother: false });
    expect(url).toBe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  it('gives an address one can go to when it listens at all of them', async () => {
    expect(await listen(setup(), { host: '0.0.0.0', port: 0, orAnother: false })).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+$/,
    );
  });

  it('takes another port where it may', async () => {
    const port = await busyPort();
    const url = await listen(setup(), { host: '127.0.0.1', port, orAnother: true });
    expect(url).not.toContain(`:${port}`);
  });

  it('names the variable to change', async () => {
    const port = await busyPort();
    const taken = listen(setup(), { host: '127.0.0.1', port, orAnother: false });
    await expect(taken).rejects.toThrow(`PORT: ${port} is in use by another program`);
    const foreign = listen(setup(), { host: '192.0.2.1', port: 0, orAnother: true });
    await expect(foreign).rejects.toThrow('HOST: 192.0.2.1 is not an address of this machine');
  });
});
