import { spareAddresses } from './spare-addresses.js';

describe('the addresses no zone has taken yet', () => {
  it.each([
    ['everything', ['198.18.0.0/16'], [], 256 * 254],
    ['but a block', ['198.18.0.0/16'], ['198.18.3.0/24'], 255 * 254],
    ['but a large block', ['198.18.0.0/16'], ['198.18.4.0/22'], 252 * 254],
    [
      'but a block of which parts are taken',
      ['198.18.0.0/16'],
      ['198.18.3.0/26', '198.18.3.64/30'],
      255 * 254,
    ],
    ['nothing, where the whole is taken', ['198.18.0.0/16'], ['198.0.0.0/8'], 0],
    ['of what is taken elsewhere, everything', ['198.18.0.0/16'], ['10.0.0.0/8'], 256 * 254],
    ['of small ranges, each as one block', ['203.0.113.0/29', '192.0.2.4/31'], ['203.0.113.0/29'], 2],
    ['nothing of nothing', [], [], 0],
  ])('are %s', (_, configured, taken, spare) => {
    expect(spareAddresses(configured, taken)).toBe(spare);
  });
});
