import { FairQueue } from './fair-queue.js';

function queueOf(entries: readonly [client: string, entry: string][]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [client, entry] of entries) queue.add(client, entry);
  return queue;
}

function takenFrom(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
  return taken;
}

describe('FairQueue', () => {
  it('lets clients take turns, each in the order of its entries', () => {
    const queue = queueOf([
      ['many', 'a1'],
      ['many', 'a2'],
      ['many', 'a3'],
      ['few', 'b1'],
      ['other', 'c1'],
      ['few', 'b2'],
    ]);
    expect(takenFrom(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('lets a client that comes back wait for its turn', () => {
    const queue = queueOf([
      ['many', 'a1'],
      ['many', 'a2'],
      ['few', 'b1'],
    ]);
    expect(queue.take()).toBe('a1');
    queue.add('many', 'a3');
    expect(takenFrom(queue)).toEqual(['b1', 'a2', 'a3']);
  });

  it('drops the newest entry of the client with the most entries, but not for a client with as many', () => {
    const queue = queueOf([
      ['many', 'a1'],
      ['many', 'a2'],
      ['few', 'b1'],
    ]);
    expect(queue.displaceFor('many')).toBeUndefined();
    expect(queue.displaceFor('few')).toBeUndefined();
    expect(queue.displaceFor('new')).toBe('a2');
    expect(takenFrom(queue)).toEqual(['a1', 'b1']);
  });

  it('forgets an entry that is deleted', () => {
    const queue = queueOf([
      ['a', 'a1'],
      ['b', 'b1'],
    ]);
    queue.delete('a', 'a1');
    queue.delete('a', 'a1');
    queue.delete('c', 'c1');
    expect([queue.size, queue.take(), queue.take()]).toEqual([1, 'b1', undefined]);
  });
});
