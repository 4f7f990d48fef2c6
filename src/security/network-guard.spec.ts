import type { LookupAddress } from 'node:dns';
import { AddressRefused, NetworkGuard } from './network-guard.js';

const SETTING = 'PROVIDER_ALLOWED_NETWORKS';

const REFUSED = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '0.0.0.0',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:0:a00:1::',
  '2001:db8::1',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

const resolvingTo = (...addresses: string[]) =>
  new NetworkGuard([], SETTING, {
    addressesOf: () =>
      Promise.resolve(
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
  });

function connectAddresses(guard: NetworkGuard): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    guard.lookup('cloud.example', { all: true }, (error, address) =>
      error ? reject(error) : resolve(address),
    );
  });
}

describe('NetworkGuard', () => {
  it.each(REFUSED)('refuses %s, as a number and as what a name resolves to', async (address) => {
    const url = new URL(`http://${address.includes(':') ? `[${address}]` : address}/`);
    expect(() => new NetworkGuard([], SETTING).checkLiteral(url)).toThrow(AddressRefused);
    await expect(connectAddresses(resolvingTo(address))).rejects.toThrow(AddressRefused);
    await expect(connectAddresses(resolvingTo('8.8.8.8', address))).rejects.toThrow(AddressRefused);
  });

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('lets %s through', async (address) => {
    await expect(connectAddresses(resolvingTo(address))).resolves.toMatchObject([{ address }]);
  });

  it.each([
    ['10.0.0.0/8', '10.9.9.9'],
    ['10.0.0.0/8', '::ffff:10.9.9.9'],
    ['fd00::/8', 'fd12::1'],
    ['64:ff9b::/96', '64:ff9b::a00:1'],
  ])('lets %s through when it is allowed: %s', (network, address) => {
    const guard = new NetworkGuard([network], SETTING);
    expect(() => guard.checkAddress(address)).not.toThrow();
    expect(() => guard.checkAddress('192.168.0.1')).toThrow(AddressRefused);
  });

  it.each(['0x7f.1', '2130706433', '017700000001', '①②⑦.0.0.1', '127.0.0.1.', '127.1'])(
    'is not misled by the spelling %s',
    (host) => {
      expect(() => new NetworkGuard([], SETTING).checkLiteral(new URL(`http://${host}/`))).toThrow(
        AddressRefused,
      );
    },
  );

  it('checks names only when connecting, and returns one address if one is requested', async () => {
    const guard = resolvingTo('8.8.8.8');
    guard.checkLiteral(new URL('http://cloud.example/'));
    const single = await new Promise((resolve) => {
      guard.lookup('cloud.example', {}, (_, address, family) => resolve({ address, family }));
    });
    expect(single).toEqual({ address: '8.8.8.8', family: 4 });
  });

  it('passes on that a name is unknown', async () => {
    await expect(connectAddresses(resolvingTo())).rejects.toThrow('no address');
  });
});
