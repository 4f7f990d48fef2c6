import { notBefore } from './not-before.js';

const NOW = Date.parse('2030-01-01T00:00:00Z') / 1000;

it.each([
  ['60', 60],
  ['999999999', 86_400],
  ['Tue, 01 Jan 2030 00:02:00 GMT', 120],
  ['Fri, 01 Feb 2030 00:00:00 GMT', 86_400],
])(
  'waits as long as %j asks, a day at most, however much of the present second is over',
  (header, seconds) => {
    expect(notBefore(503, header, NOW)).toBe(NOW + seconds + 1);
    expect(notBefore(429, header, NOW)).toBe(NOW + seconds + 1);
  },
);

it('obeys it only with the status of a busy receiver', () => {
  for (const status of [200, 301, 400, 500, 502]) expect(notBefore(status, '60', NOW)).toBeUndefined();
});

it('does not wait without a valid time in the header', () => {
  for (const header of [undefined, 'soon']) expect(notBefore(503, header, NOW)).toBeUndefined();
});
