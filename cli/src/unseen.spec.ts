import { Unseen } from './unseen.js';

/** A list of positions, read from its end; `read` counts the entries that were taken of it. */
class List {
  read = 0;

  constructor(readonly positions: number[]) {}

  async *latest(): AsyncGenerator<{ position: number }> {
    for (const position of this.positions.toSorted((a, b) => b - a)) {
      this.read += 1;
      yield await Promise.resolve({ position });
    }
  }
}

describe('the new entries of a list that is polled', () => {
  it('are each given once, in order, also those that become visible late', async () => {
    const list = new List([1, 2, 4]);
    const unseen = new Unseen();
    const poll = async (seconds: number) =>
      (await unseen.of(list.latest(), seconds * 1000)).map((one) => one.position);
    expect(await poll(0)).toEqual([1, 2, 4]);
    list.positions.push(3, 5);
    expect(await poll(29)).toEqual([3, 5]);
    list.positions.push(6);
    expect([await poll(60), await poll(61)]).toEqual([[6], []]);
  });

  it('cost no more the longer the list is', async () => {
    const list = new List(Array.from({ length: 1000 }, (_, position) => position));
    const unseen = new Unseen();
    await unseen.of(list.latest(), 0);
    list.read = 0;
    list.positions.push(1000);
    await unseen.of(list.latest(), 60_000);
    await unseen.of(list.latest(), 61_000);
    expect(list.read).toBe(4);
  });
});
