import { stepsOf } from './steps.js';

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
});
