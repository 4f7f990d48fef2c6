import { prove } from './run.js';

/** A checker that finds nothing proves something only if it finds what is wrong. */
describe('the proof of a service that was broken on purpose', () => {
  it.each([
    ['skip-compare-and-set', '3', 'P1'],
    ['closed-intervals', '1', 'P3'],
    ['merge-without-recheck', '1', 'P1'],
  ])(
    'finds %s',
    async (name, processes, property) => {
      const calm = ['--no-faults', '--calls', '1000', '--minutes', '0.5', '--processes', processes];
      const { status, output, violated } = await prove('--seed', '7', '--break', name, ...calm);
      expect({ status, violated, output }).toMatchObject({
        status: 1,
        violated: expect.arrayContaining([property]),
      });
      expect(output).toContain('to replay: npm run prove -- --seed 7 --round 1');
      expect(output).toMatch(/operation \d+ (create|update) /);
    },
    240_000,
  );
});
