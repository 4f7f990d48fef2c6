import { LookUps } from './look-ups.js';

it('asks once for a key that several want, and finds nothing for one without a value', async () => {
  const asked: (readonly string[])[] = [];
  const lookUps = new LookUps((keys) => {
    asked.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `of ${key}`])));
  }, 4);
  const found = await Promise.all(['a', 'b', 'none', 'b', 'a'].map((key) => lookUps.find(key)));
  expect(found).toEqual(['of a', 'of b', undefined, 'of b', 'of a']);
  expect(asked).toEqual([['a'], ['b', 'none', 'a']]);
});
