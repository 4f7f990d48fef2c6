import { isSameReceiver, originOf } from './callback.js';

describe('the origin of a receiver', () => {
  it.each([
    'http://a.example/x',
    'HTTP://a.example',
    'http://A.Example:80/?y',
    'http://a.example./x',
    'http:\\\\a.example\\x',
    'http:a.example',
    ' http://a.example:0080 ',
    'http://%61.example',
    'http://a.example#z',
  ])('is the same in the spelling %j', (uri) => {
    expect(originOf(uri)).toBe('http://a.example');
  });

  it.each([
    ['https://a.example', 'https://a.example'],
    ['http://a.example:443', 'http://a.example:443'],
    ['http://b.a.example', 'http://b.a.example'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:80', 'http://[::1]'],
    ['http://[::ffff:127.0.0.1]:81', 'http://127.0.0.1:81'],
  ])('of %s is %s', (uri, origin) => {
    expect(originOf(uri)).toBe(origin);
  });
});

describe('the receiver', () => {
  it.each([
    ['http://a.example/x', 'HTTP://A.Example:80/y', true],
    ['http://a.example', 'https://a.example', false],
    ['http://a.example', 'http://a.example:81', false],
    ['http://a.example', 'http://b.a.example', false],
    ['http://a.example', undefined, false],
    [undefined, undefined, true],
  ])('of %s and of %s is the same: %s', (one, other, isSame) => {
    expect([isSameReceiver(one, other), isSameReceiver(other, one)]).toEqual([isSame, isSame]);
  });
});
