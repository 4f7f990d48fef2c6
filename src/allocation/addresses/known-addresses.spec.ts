import type { EntityManager } from 'typeorm';
import { KnownAddresses } from './known-addresses.js';

describe('the address book that a process keeps', () => {
  it('is read again if it was invalidated while it was read', async () => {
    const answers: (() => void)[] = [];
    const read = (ranges: string[]) =>
      new Promise((resolve) =>
        answers.push(() => resolve([{ ranges, named: false, taken: [], assignments: [] }])),
      );
    const query = jest.fn();
    query.mockReturnValueOnce(read([])).mockReturnValueOnce(read(['192.0.2.0/30']));
    const db = { query } as unknown as EntityManager;
    const known = new KnownAddresses('z', []);
    const first = known.book(db, 1, 0);
    known.forget();
    for (const answer of answers) answer();
    expect((await first).own).toBe(0);
    expect((await known.book(db, 1, 0)).own).toBe(2);
    expect((await known.book(db, 1, 0)).own).toBe(2);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
