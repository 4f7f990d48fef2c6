import { Batches } from './batches.js';

it('collects items that arrive during a batch into the next batch, up to the maximum size', async () => {
  const done: number[][] = [];
  const batches = new Batches((items: readonly number[]) => {
    done.push([...items]);
    return Promise.resolve(items.map((item) => item * 2));
  }, 2);
  const results = await Promise.all([1, 2, 3, 4].map((item) => batches.add(item)));
  expect(results).toEqual([2, 4, 6, 8]);
  expect(done).toEqual([[1], [2, 3], [4]]);
});

it('fails a batch as a whole, and goes on with the next', async () => {
  const batches = new Batches((items: readonly string[]) => {
    return items.includes('bad') ? Promise.reject(new Error('failed')) : Promise.resolve(items);
  }, 2);
  const results = await Promise.allSettled(['a', 'bad', 'b', 'c'].map((item) => batches.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
});
