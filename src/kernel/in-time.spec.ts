import { inTime } from './in-time.js';

const never = new Promise<never>(() => undefined);

it('gives the result of work that ends in time', async () => {
  await expect(inTime(Promise.resolve(1), 10_000, () => 2)).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('failed')), 10_000, () => 2)).rejects.toThrow('failed');
});

it('gives the other result when the work takes longer', async () => {
  // Keeps the process alive: the timeout itself does not.
  const alive = setTimeout(() => undefined, 10_000);
  await expect(inTime(never, 1, () => 2)).resolves.toBe(2);
  const late = () => {
    throw new Error('too late');
  };
  await expect(inTime(never, 1, late)).rejects.toThrow('too late');
  clearTimeout(alive);
});
