import { createServer, Socket, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { readConfiguration } from '../../src/config/configuration.js';
import { CallbackSender } from '../../src/notifications/delivery/callback-sender.js';
import type { Turn } from '../../src/notifications/delivery/lane.js';
import { NetworkGuard, type Names } from '../../src/security/network-guard.js';
import { SealedSecrets } from '../../src/security/sealed-secrets.js';
import { Tracing } from '../../src/tracing/tracing.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { answering, startReceiver } from './receiver.js';

/** Internal addresses in all numeric notations. */
const LITERALS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '0x7f.1', '0x7f000001', '0X7F.0.0.1'],
  ...[
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.01',
    '0x7f.0x0.0x0.0x1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ],
  ...['%31%32%37.0.0.1', '0', '00', '0x0', '0.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ...['[::ffff:127.0.0.1]', '[::FFFF:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::127.0.0.1]', '[::7f00:1]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:7f00:1::1]',
  ],
  ...['[2001:0:7f00:1::]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[fe80::1]', '[febf::1]', '[fc00::1]'],
  ...['[fd12:3456::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[5f00::1]', '10.0.0.1'],
  ...['10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1.1', '169.254.169.254'],
  ...[
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.254',
    '198.18.0.1',
    '198.19.255.255',
    '192.0.0.1',
    '192.0.2.1',
  ],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
];
const NAMES = ['localhost', 'LOCALHOST', 'localhost.', hostname()];

const TURN = { subscriptionId: 's', path: 'compute', id: 'n', position: 1, body: '{}' } as Turn;

/** Listens on all addresses of this machine and counts connections. */
async function startTrap() {
  let sockets = 0;
  const server = createServer((socket) => {
    sockets += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, caught: () => sockets, stop: () => new Promise((resolve) => server.close(resolve)) };
}

function senderWith(allowed: readonly string[], addressesOf?: Names['addressesOf']): CallbackSender {
  const guard = new NetworkGuard(allowed, 'CALLBACK_ALLOWED_NETWORKS', addressesOf && { addressesOf });
  const key = Buffer.alloc(32, 1);
  const configuration = readConfiguration({
    DATABASE_URL: 'postgres://nowhere.invalid/x',
    CREDENTIAL_KEYS: `k1:${key.toString('base64')}`,
    AUTH: 'none',
  });
  return new CallbackSender(
    guard,
    new SealedSecrets([{ id: 'k1', key }]),
    new TestClock(),
    configuration,
    new Tracing(),
  );
}

describe('addresses told', () => {
  let trap: Awaited<ReturnType<typeof startTrap>>;
  beforeAll(async () => {
    trap = await startTrap();
  });
  afterAll(() => trap.stop());

  it('are more than 60', () => {
    expect(new Set([...LITERALS, ...NAMES]).size).toBeGreaterThan(60);
  });

  describe('when a notification is sent', () => {
    const sender = senderWith([]);
    afterAll(() => sender.close());

    it.each(LITERALS)('no socket is opened to %s', async (host) => {
      const connect = jest.spyOn(Socket.prototype, 'connect');
      const result = await sender.send(TURN, `http://${host}:${trap.port}/`);
      expect(result.outcome).toBe('refused-address');
      expect(connect).not.toHaveBeenCalled();
      connect.mockRestore();
      expect(trap.caught()).toBe(0);
    });

    it.each(NAMES)('nothing goes to %s', async (name) => {
      const result = await sender.send(TURN, `http://${name}:${trap.port}/`);
      // If the name does not resolve, there is no address to refuse.
      expect(['refused-address', 'connection']).toContain(result.outcome);
      if (name === 'localhost') expect(result.outcome).toBe('refused-address');
      expect(trap.caught()).toBe(0);
    });
  });

  it('a name that resolves to something else the second time gains nothing', async () => {
    const here = await startReceiver();
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const sender = senderWith(['127.0.0.1/32'], (name) => {
      asked.push(name);
      return Promise.resolve([{ address: addresses[asked.length - 1], family: 4 }]);
    });
    // The connection is not kept alive, so that the name is resolved for each request.
    here.behave(answering(204, { Connection: 'close' }));
    const outcomes = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      outcomes.push((await sender.send(TURN, `http://rebinding.example:${here.port}/`)).outcome);
    }
    expect(outcomes).toEqual(['delivered', 'refused-address']);
    expect(asked).toHaveLength(2);
    expect(here.received).toHaveLength(1);
    await sender.close();
    await here.stop();
  });

  it('one private address among public ones refuses the name', async () => {
    const mixed = ['8.8.8.8', '127.0.0.1', '1.1.1.1'].map((address) => ({ address, family: 4 }));
    const sender = senderWith([], () => Promise.resolve(mixed));
    const result = await sender.send(TURN, `http://mixed.example:${trap.port}/`);
    expect(result.outcome).toBe('refused-address');
    expect(trap.caught()).toBe(0);
    await sender.close();
  });

  describe('at subscribe', () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService({ environment: { CALLBACK_ALLOWED_NETWORKS: '192.168.7.0/24' } });
    });
    afterAll(() => service.stop());

    const subscribe = (callbackUri: string) =>
      service.http.post('/reservation/subscribe').send({ inputFilter: [], callbackUri });

    it.each(LITERALS)('400: %s', async (host) => {
      const { body } = await subscribe(`http://${host}:${trap.port}/`).expect(400);
      expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/callbackUri' }] });
      expect(body.detail).toContain('CALLBACK_ALLOWED_NETWORKS');
    });

    it('201: a network that is allowed, and a name, which is looked at when something is sent', async () => {
      await subscribe('http://192.168.7.9/').expect(201);
      for (const name of NAMES) await subscribe(`http://${name}:${trap.port}/`).expect(201);
      expect(trap.caught()).toBe(0);
    });
  });
});
