import { createSocket, type Socket } from 'node:dgram';
import { eventually } from '../../test/support/eventually.js';
import { KeyedTurns } from '../kernel/keyed-turns.js';
import { NameResolver } from './name-resolver.js';

const ANSWER = 0x8180;
const FAILED = 0x8182;
const UNKNOWN = 0x8183;
const TYPE_A = 1;
/** A pointer to the name in the question, type A, class IN, no time to live, four bytes. */
const RECORD = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 7]);

/** Answers `known.example` with 192.0.2.7, does not know `elsewhere.example`, fails for `single`, and keeps silent about all other names. */
async function startDns(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const text = question.toString('latin1');
    const isKnown = text.includes('known');
    const isFailed = text.includes('single');
    if (!isKnown && !isFailed && !text.includes('elsewhere')) return;
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
    const records = isKnown && type === TYPE_A ? [RECORD] : [];
    const head = Buffer.from(question.subarray(0, question.indexOf(0, 12) + 5));
    head.writeUInt16BE(isKnown ? ANSWER : isFailed ? FAILED : UNKNOWN, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}

describe('NameResolver', () => {
  let dns: Socket;
  const resolver = (lookup?: () => Promise<never>): NameResolver =>
    new NameResolver([`127.0.0.1:${dns.address().port}`], lookup);
  beforeAll(async () => {
    dns = await startDns();
  });
  afterAll(() => void dns.close());

  it('resolves a name while the name servers of many others keep silent, without the threads of the system', async () => {
    const lookup = jest.fn();
    const names = resolver(lookup);
    const ended: string[] = [];
    const silent = Array.from({ length: 20 }, async (_, number) => {
      const failed = expect(names.addressesOf(`silent-${number}.example`)).rejects.toThrow('ETIMEOUT');
      await failed.finally(() => ended.push('silent'));
    });
    const known = await names.addressesOf('known.example').finally(() => ended.push('known'));
    expect(known).toEqual([{ address: '192.0.2.7', family: 4 }]);
    await Promise.all(silent);
    expect(ended[0]).toBe('known');
    expect(lookup).not.toHaveBeenCalled();
  });

  it('asks the system for a name that is not in the DNS, one at a time', async () => {
    let underWay = 0;
    let most = 0;
    const names = new NameResolver([`127.0.0.1:${dns.address().port}`], async (name) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 10));
      underWay -= 1;
      return [{ address: name, family: 4 }];
    });
    const asked = ['a', 'b', 'c'].map((letter) => `${letter}.elsewhere.example`);
    const found = await Promise.all(asked.map((name) => names.addressesOf(name)));
    expect(found.flat().map(({ address }) => address)).toEqual(asked);
    expect(most).toBe(1);
  });

  // Regression: a lookup was done long after its attempt had ended, and those behind it waited.
  it('drops a lookup that has waited longer than its attempt', async () => {
    let answer = (): void => undefined;
    const lookup = jest.fn((name: string) => {
      if (name === 'c.elsewhere.example') return Promise.resolve([]);
      return new Promise<never[]>((resolve) => (answer = () => resolve([])));
    });
    const names = new NameResolver([`127.0.0.1:${dns.address().port}`], lookup);
    const first = names.addressesOf('a.elsewhere.example');
    await eventually(() => Promise.resolve(expect(lookup).toHaveBeenCalledTimes(1)));
    const turns = jest.spyOn(KeyedTurns.prototype, 'run');
    const late = expect(names.addressesOf('b.elsewhere.example')).rejects.toThrow('not looked up in time');
    await eventually(() => Promise.resolve(expect(turns).toHaveBeenCalled()));
    turns.mockRestore();
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 5_001);
    const last = names.addressesOf('c.elsewhere.example');
    answer();
    await Promise.all([first, late, last]);
    clock.mockRestore();
    expect(lookup.mock.calls.map(([name]) => name)).toEqual(['a.elsewhere.example', 'c.elsewhere.example']);
  });

  it('asks the system for a name that the DNS fails for, as some servers do if it has no dot', async () => {
    const lookup = jest.fn().mockResolvedValue([{ address: '192.0.2.8', family: 4 }]);
    await expect(resolver(lookup).addressesOf('single')).resolves.toHaveLength(1);
  });

  it('asks the system alone for a name in the hosts file', async () => {
    const lookup = jest.fn().mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
    await expect(resolver(lookup).addressesOf('localhost')).resolves.toHaveLength(1);
    expect(lookup).toHaveBeenCalledTimes(1);
  });
});
