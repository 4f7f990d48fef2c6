import { prove } from './run.js';

/** Two minutes, or longer if the machine is too slow for enough calls. `PROVE_SEED` draws other requests and faults. */
const SEED = process.env.PROVE_SEED ?? '1';
const TIMEOUT_MS = 10 * 60_000;

describe('the proof of the service as it is', () => {
  it(
    'finds nothing while processes, connections and statements fail',
    async () => {
      const { status, output, violated } = await prove('--seed', SEED, '--minutes', '2', '--total', '1001');
      expect({ status, violated, output }).toMatchObject({ status: 0, violated: [] });
      expect(output).toContain(`seed ${SEED}, `);
      expect(Number(/^faults: (\d+)/m.exec(output)?.[1])).toBeGreaterThan(10);
      expect(Number(/^(\d+) calls in \d+ rounds/m.exec(output)?.[1])).toBeGreaterThan(1000);
      for (const property of ['P1', 'P2', 'P3', 'P4', 'P5', 'P7'])
        expect(output).toContain(`${property} holds`);
    },
    TIMEOUT_MS,
  );
});
