import fc from 'fast-check';
import { readWholeRequest, RequestsOfClient } from './whole-request.js';

const pathOf = (text: string): string | undefined => readWholeRequest(Buffer.from(text))?.path;

it('gives the Accept header of its client', () => {
  const acceptOf = (...headers: string[]): string | undefined =>
    readWholeRequest(Buffer.from(['GET / HTTP/1.1', ...headers, '', ''].join('\r\n')))?.accept;
  expect(acceptOf('Host: a', 'Accept:application/json')).toBe('application/json');
  expect(acceptOf('accept: a/b, */*;q=0.1', 'Host: a')).toBe('a/b, */*;q=0.1');
  expect([acceptOf('Host: a'), acceptOf('X-Accept: a/b'), acceptOf('Accept-Encoding: gzip')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the path of a whole request', () => {
  it.each([
    [
      'GET /reservation?filter=(eq,zoneId,a) HTTP/1.1\r\nHost: a\r\n\r\n',
      '/reservation?filter=(eq,zoneId,a)',
    ],
    ['POST /create-reservation HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}', '/create-reservation'],
    ['POST /create-reservation HTTP/1.1\r\ncontent-length:5\r\nHost: a\r\n\r\n{"ä"', '/create-reservation'],
    ['GET /livez HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n', '/livez'],
    ['DELETE /reservation/1 HTTP/1.1\r\nContent-Length: 0\r\nHost: a\r\n\r\n', '/reservation/1'],
  ])('is that of its line: %j', (text, path) => {
    expect(pathOf(text)).toBe(path);
  });

  it.each([
    ['nothing', ''],
    ['a head without its end', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['a body without its end', 'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n{}'],
    ['more than a body', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}G'],
    ['two requests', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the rest of a request', 'Host: a\r\nContent-Length: 0\r\n\r\n'],
    ['a body of which nobody said how long it is', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n{}'],
    ['a body in pieces', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a length and pieces', 'POST / HTTP/1.1\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a length that is none', 'POST / HTTP/1.1\r\nContent-Length: +2\r\n\r\n{}'],
    ['a length with a space before its colon', 'POST / HTTP/1.1\r\nContent-Length : 0\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 0\r\n\r\n{}'],
    ['two lists of what its client takes', 'GET / HTTP/1.1\r\nAccept: a/b\r\nAccept: */*\r\n\r\n'],
    ['a wish to close', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a question before the body', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n'],
    ['an older version', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
    ['a request for the head alone', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a whole address in place of a path', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['ends of lines of one character', 'GET / HTTP/1.1\nHost: a\n\n'],
  ])('is not that of %s', (_what, text) => {
    expect(pathOf(text)).toBeUndefined();
  });
});

describe('the requests of one client', () => {
  const heads = [
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /b HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 1\r\n\r\n',
  ];
  const bodies = ['', '{}', '[]', '{ }', '{}G', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'];

  it('are read as if each were the first', () => {
    const texts = fc.tuple(fc.constantFrom(...heads, 'GET / HT'), fc.constantFrom(...bodies));
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 12 }), (sent) => {
        const requests = new RequestsOfClient();
        for (const [head, body] of sent) {
          const bytes = Buffer.from(head + body);
          expect(requests.read(bytes)?.path).toBe(readWholeRequest(bytes)?.path);
        }
      }),
    );
  });

  it('keep no more of a request than its head', () => {
    const requests = new RequestsOfClient();
    const bytes = Buffer.from(`${heads[2]}{}`);
    requests.read(bytes);
    bytes.fill(0);
    expect(requests.read(Buffer.from(`${heads[2]}[]`))?.path).toBe('/');
  });
});
