import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BODY_LIMIT, BodyCollector, bodyOf, type Collected } from './collected-body.js';

const MAX_BYTES = 1024 * 1024;

/** A request whose body arrives as the test says. */
function setup() {
  const collector = new BodyCollector(MAX_BYTES);
  const begin = () => {
    const request = new PassThrough() as unknown as IncomingMessage & PassThrough;
    const collected: Collected[] = [];
    collector.collect(request, (outcome) => collected.push(outcome));
    return { request, collected, arrive: (chunk: Buffer) => request.emit('data', chunk) };
  };
  return { begin };
}

describe('the bodies that are arriving', () => {
  it('take a limited amount of memory also in chunks of one byte, each of which costs hundreds', () => {
    const { begin } = setup();
    const slow = begin();
    const other = begin();
    for (let sent = 0; sent < MAX_BYTES / 400; sent += 1) slow.arrive(Buffer.from('a'));
    expect(slow.collected).toEqual(['displaced']);
    other.arrive(Buffer.from('{}'));
    other.request.emit('end');
    expect(other.collected).toEqual(['ready']);
  });

  it('are limited in size by their content alone', () => {
    const { begin } = setup();
    const { request, collected, arrive } = begin();
    for (let sent = 0; sent < 256; sent += 1) arrive(Buffer.alloc(BODY_LIMIT / 256));
    request.emit('end');
    expect(collected).toEqual(['ready']);
    expect(bodyOf(request)).toHaveLength(BODY_LIMIT);
  });

  it('give back all memory at their end', () => {
    const { begin } = setup();
    for (let body = 0; body < 20; body += 1) {
      const { request, collected, arrive } = begin();
      for (let sent = 0; sent < 500; sent += 1) arrive(Buffer.from('a'));
      request.emit('end');
      expect(collected).toEqual(['ready']);
    }
  });
});
