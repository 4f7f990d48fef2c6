import { KeyedTurns } from './keyed-turns.js';

describe('turns by key', () => {
  it('run one after the other under one key, also after a failure, and at once under others', async () => {
    const turns = new KeyedTurns();
    const log: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      turns.run('a', work('a1', true)),
      turns.run('a', work('a2')),
      turns.run('b', work('b1')),
      turns.run('a', work('a3')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    const ofA = log.filter((line) => line.startsWith('a'));
    expect(ofA).toEqual(['a1', 'a2', 'a3'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a2 begins'));
  });

  it('forget a key that has no more work', async () => {
    const turns = new KeyedTurns();
    await turns.run('a', () => Promise.resolve());
    expect(Reflect.get(turns, 'last')).toEqual(new Map());
  });
});
