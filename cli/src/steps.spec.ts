import { roomIn } from './room.js';
import { stepsOf } from './steps.js';

const START = '2030-06-01T00:00:00Z';
const PERIOD = { from: new Date(START), to: new Date('2030-06-11T00:00:00Z') };
const HOUR = 3600;

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

describe('room', () => {
  const at = (day: number, available: number) => ({
    start: `2030-06-0${day}T00:00:00Z`,
    total: 8,
    reserved: 8 - available,
    allocated: 0,
    available,
  });
  const classes = { cores: [at(1, 2), at(2, 6), at(4, 8)], ram: [at(1, 8), at(3, 0), at(5, 8)] };

  it('is each stretch in which all amounts fit for so long', () => {
    expect(roomIn(classes, { cores: 4, ram: 1 }, 24 * HOUR, PERIOD)).toEqual([
      { start: '2030-06-02T00:00:00Z', latestStart: '2030-06-02T00:00:00Z', end: '2030-06-03T00:00:00Z' },
      { start: '2030-06-05T00:00:00Z', latestStart: '2030-06-10T00:00:00Z', end: '2030-06-06T00:00:00Z' },
    ]);
  });

  it('is none of a class that was never declared, nor in a stretch that is too short', () => {
    expect(roomIn(classes, { gpus: 1 }, HOUR, PERIOD)).toEqual([]);
    expect(roomIn(classes, { cores: 4 }, 30 * 24 * HOUR, PERIOD)).toEqual([]);
  });

  it('has no need of a class of which nothing is wanted', () => {
    expect(roomIn(classes, { cores: 1, gpus: 0 }, 9 * 24 * HOUR, PERIOD)).toHaveLength(1);
  });
});
