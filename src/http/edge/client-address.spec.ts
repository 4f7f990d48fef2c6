import type { IncomingMessage } from 'node:http';
import { addressName, TrustedProxies } from './client-address.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['nonsense', 'unreadable'],
  [undefined, 'unreadable'],
])('the address %s is counted as %s', (address, name) => {
  expect(addressName(address)).toBe(name);
});

describe('trusted proxies', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8::/32']);
  const clientOf = (forwarded?: string): string | undefined =>
    proxies.clientOf({ headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage);

  it('are those in the networks given', () => {
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'].map((one) => proxies.has(one))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['192.0.2.1', '::1', undefined, 'x'].map((one) => proxies.has(one))).toEqual(Array(4).fill(false));
    expect(new TrustedProxies([]).has('10.1.2.3')).toBe(false);
  });

  it.each([
    [undefined, undefined],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db9::1]:4711', '2001:db9::1'],
    // Addresses sent by the client itself come before those added by the proxies.
    ['198.51.100.9, 192.0.2.1, 10.0.0.1', '192.0.2.1'],
    ['10.0.0.1, 10.0.0.2', undefined],
    ['192.0.2.1, nonsense', 'nonsense'],
  ])('name %s: the client is %s', (forwarded, client) => {
    expect(clientOf(forwarded)).toBe(client);
  });
});
