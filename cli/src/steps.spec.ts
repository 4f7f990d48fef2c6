import { createHeadroom } from '@headroom/client';
import { readSteps, stepsOf } from './steps.js';

const START = '2030-06-01T00:00:00Z';

describe('steps', () => {
  it('carry each figure on to the next instant at which another one changes', () => {
    const rows = {
      total: [{ timestamp: START, capacity: { cores: 8, gpus: 2 } }],
      reserved: [
        { timestamp: START, capacity: { cores: 0 } },
        { timestamp: '2030-06-02T00:00:00Z', capacity: { cores: 5 } },
      ],
      usage: [{ timestamp: START, capacity: { cores: 1 } }],
      available: [
        { timestamp: START, capacity: { cores: 7, gpus: 2 } },
        { timestamp: '2030-06-02T00:00:00Z', capacity: { cores: 2, gpus: 2 } },
      ],
    };
    expect(stepsOf(rows, START)).toEqual({
      cores: [
        { start: START, total: 8, reserved: 0, allocated: 1, available: 7 },
        { start: '2030-06-02T00:00:00Z', total: 8, reserved: 5, allocated: 1, available: 2 },
      ],
      gpus: [{ start: START, total: 2, reserved: 0, allocated: 0, available: 2 }],
    });
  });

  it('are none where nothing was declared', () => {
    expect(stepsOf({ total: [], reserved: [], usage: [], available: [] }, START)).toEqual({});
  });

  // Regression: what another client reserved between the queries was in some of the figures only.
  it('are of one state of the ledger', async () => {
    let asked = 0;
    const client = createHeadroom({
      baseUrl: 'http://127.0.0.1:1',
      fetch: async (request) => {
        const { capacity } = (await request.json()) as { capacity: 'total' | 'reserved' | 'usage' };
        asked += 1;
        // The first query for it was answered before another client reserved.
        const reserved = capacity === 'reserved' && asked <= 4 ? 0 : 5;
        const figures = { total: 8, reserved, usage: 0, available: 8 - reserved };
        const utilization = [{ timestamp: START, count: 0, capacity: { cores: figures[capacity] } }];
        return Response.json({ result: 'ok', collections: [], utilization });
      },
    });
    const period = { from: new Date(START), to: new Date('2030-06-04T00:00:00Z') };
    const { cores } = await readSteps(client, 'z1', period);
    expect(cores).toEqual([{ start: START, total: 8, reserved: 5, allocated: 0, available: 3 }]);
    expect(asked).toBe(8);
  });

  it('are read on where an answer is cut', async () => {
    const times = [START, '2030-06-02T00:00:00Z', '2030-06-03T00:00:00Z'];
    const client = createHeadroom({
      baseUrl: 'http://127.0.0.1:1',
      fetch: async (request) => {
        const { window, capacity } = (await request.json()) as {
          window: { start: string };
          capacity: string;
        };
        const index = times.indexOf(window.start);
        const cores = capacity === 'total' || capacity === 'available' ? 8 + index : 0;
        return Response.json({
          result: 'ok',
          collections: [],
          utilization: [{ timestamp: window.start, count: 0, capacity: { cores } }],
          'utilization-omitted-from': times[index + 1],
        });
      },
    });
    const period = { from: new Date(START), to: new Date('2030-06-04T00:00:00Z') };
    const { cores } = await readSteps(client, 'z1', period);
    expect(cores?.map(({ start, total }) => [start, total])).toEqual(
      times.map((start, index) => [start, 8 + index]),
    );
  });
});
