import { SERVER_VARIABLE } from '../support/postgres.js';
import { prove } from '../prove/run.js';

describe('the proof of the service on a cluster', () => {
  it('finds nothing while processes, connections and nodes fail', async () => {
    expect(process.env.TEST_DATABASE_URL ?? process.env[SERVER_VARIABLE]).toBeDefined();
    const { status, output, violated } = await prove('--seed', '2', '--minutes', '1', '--processes', '3');
    expect({ status, violated, output }).toMatchObject({ status: 0, violated: [] });
    expect(Number(/^ {2}moves of the form pool +(\d+)/m.exec(output)?.[1])).toBeGreaterThan(0);
  }, 300_000);
});
