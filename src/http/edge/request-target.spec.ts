import express, { type Request } from 'express';
import fc from 'fast-check';
import { readTarget } from './request-target.js';

function read(url: string): unknown {
  const request = { url, headers: { host: 'sent' } };
  return readTarget(request) ? [request.url, request.headers.host] : undefined;
}

it.each([
  ['/zones?limit=1', ['/zones?limit=1', 'sent']],
  ['*', ['*', 'sent']],
  ['/', ['/', 'sent']],
  ['//zones', ['//zones', 'sent']],
  ['/zones#top', ['/zones', 'sent']],
  ['http://localhost/zones', ['/zones', 'localhost']],
  ['HTTPS://localhost:80?limit=1', ['/?limit=1', 'localhost:80']],
  ['http://?x', ['/?x', '']],
  ['http://[', ['/', '[']],
  ['ftp://localhost/zones', undefined],
  ['zones', undefined],
  ['', undefined],
  ['//user@name\u00a0', undefined],
])('%j', (url, expected) => {
  expect(read(url)).toEqual(expected);
});

it('gives nothing in which Express finds no path', () => {
  const special = fc.constantFrom(
    '//',
    '/',
    '@',
    '[',
    ']',
    ':',
    '?',
    '#',
    '\u00a0',
    'http://',
    'a',
    '%',
    '\\',
    '*',
  );
  fc.assert(
    fc.property(fc.array(special, { maxLength: 8 }), (parts) => {
      const request = Object.create(express.request) as Request;
      Object.assign(request, { url: parts.join(''), headers: {} });
      if (readTarget(request)) expect(typeof request.path).toBe('string');
    }),
  );
});
