import { prove } from './run.js';

describe('the proof of the service as it is', () => {
  it('finds nothing while processes, connections and statements fail', async () => {
    const { status, output, violated } = await prove('--seed', '2', '--minutes', '0.33', '--processes', '3');
    expect({ status, violated, output }).toMatchObject({ status: 0, violated: [] });
    expect(output).toMatch(/^seed 2, /);
    expect(Number(/^faults: (\d+)/m.exec(output)?.[1])).toBeGreaterThan(3);
    expect(Number(/^(\d+) calls in 1 rounds/m.exec(output)?.[1])).toBeGreaterThan(200);
    for (const property of ['P1', 'P2', 'P3', 'P4', 'P5', 'P7'])
      expect(output).toContain(`${property} holds`);
  }, 240_000);
});
