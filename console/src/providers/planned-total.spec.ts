import { plannedTotal } from './planned-total';

const step = { start: 0, total: 10, allocated: 2, reserved: 3, available: 5 };

describe('planned capacity', () => {
  it('differs from the present within its window alone', () => {
    const planned = plannedTotal([step], { start: 100, end: 200 }, -6);
    expect(planned.map(({ start, total, available }) => [start, total, available])).toEqual([
      [0, 10, 5],
      [100, 4, -1],
      [200, 10, 5],
    ]);
  });

  it('goes on when its end is open', () => {
    expect(plannedTotal([step], { start: 100, end: Infinity }, 4).at(-1)).toMatchObject({
      start: 100,
      total: 14,
    });
  });
});
