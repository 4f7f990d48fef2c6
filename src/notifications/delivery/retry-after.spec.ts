import { readRetryAfter } from './retry-after.js';

const NOW = Date.parse('2030-01-01T00:00:00Z') / 1000;

it.each([
  ['60', 60],
  [' 60 ', 60],
  ['0', 0],
  ['999999999', 86_400],
  ['Tue, 01 Jan 2030 00:02:00 GMT', 120],
  ['Tue, 01 Jan 2030 23:59:59 GMT', 86_399],
  ['Fri, 01 Feb 2030 00:00:00 GMT', 86_400],
  ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
])('reads %j', (header, seconds) => {
  expect(readRetryAfter(503, header, NOW)).toBe(NOW + seconds);
  expect(readRetryAfter(429, header, NOW)).toBe(NOW + seconds);
});

it.each([undefined, '', '-5', '1.5', 'soon', 'Tuesday', ['5'], '5000000000'])(
  'makes nothing of %j',
  (header) => {
    expect(readRetryAfter(503, header, NOW)).toBeUndefined();
  },
);

it('heeds it from a receiver that is busy, and from no other', () => {
  for (const status of [200, 301, 400, 500, 502]) expect(readRetryAfter(status, '60', NOW)).toBeUndefined();
});
