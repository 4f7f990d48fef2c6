import { reachableAddress } from './own-address.js';

describe('where other processes reach this one', () => {
  const at = (address: string) => ({ address, port: 3000, family: address.includes(':') ? 'IPv6' : 'IPv4' });

  it('is what it listens on', () => {
    expect(reachableAddress(at('127.0.0.1'))).toBe('127.0.0.1:3000');
    expect(reachableAddress(at('::1'))).toBe('[::1]:3000');
  });

  it('is what the operator says', () => {
    expect(reachableAddress(at('0.0.0.0'), 'headroom-1')).toBe('headroom-1:3000');
    expect(reachableAddress(at('0.0.0.0'), 'fd00::7')).toBe('[fd00::7]:3000');
  });

  it.each(['0.0.0.0', '::'])('is an address of this machine where it listens on all of them (%s)', (all) => {
    expect(reachableAddress(at(all))).toMatch(/^\d+\.\d+\.\d+\.\d+:3000$/);
    expect(reachableAddress(at(all))).not.toMatch(/^0\.0\.0\.0/);
  });
});
