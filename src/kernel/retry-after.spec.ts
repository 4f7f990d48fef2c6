import { secondsToWait } from './retry-after.js';

const NOW = Date.parse('2030-01-01T00:00:00Z') / 1000;

it.each([
  ['60', 60],
  [' 60 ', 60],
  ['0', 0],
  ['5000000000', 5_000_000_000],
  ['Tue, 01 Jan 2030 00:02:00 GMT', 120],
  ['Tue, 01 Jan 2030 23:59:59 GMT', 86_399],
  ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
])('reads %j', (header, seconds) => {
  expect(secondsToWait(header, NOW)).toBe(seconds);
});

it.each([undefined, '', '-5', '1.5', 'soon', 'Tuesday', ['5']])('makes nothing of %j', (header) => {
  expect(secondsToWait(header, NOW)).toBeUndefined();
});
