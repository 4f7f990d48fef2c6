import { run } from './run.js';

describe('requests of every sort that the interface describes, and mistakes in them', () => {
  it('are answered as it says, without a fault of the service', async () => {
    const { status, output } = await run('prove/fuzz/run.mjs', '--seed', '7', '--requests', '1500');
    expect(output).toContain('1500 requests, 0 distinct failures');
    expect(status).toBe(0);
    // Otherwise most requests would be refused for their form alone, and would test little.
    expect(Number(/^(\d+) done, /m.exec(output)?.[1])).toBeGreaterThan(300);
  }, 240_000);
});
