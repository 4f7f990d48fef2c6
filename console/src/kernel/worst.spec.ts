import { stepAt, worstOf } from './worst';

const steps = [
  { start: 0, available: 5 },
  { start: 10, available: 2 },
  { start: 20, available: 2 },
  { start: 30, available: 9 },
];

describe('the worst instant', () => {
  it('is the earliest of those with the least available', () => {
    expect(worstOf(steps, { start: 0, end: 40 })?.start).toBe(10);
  });

  it('counts only what is in force within the window', () => {
    expect(worstOf(steps, { start: 30, end: 40 })?.available).toBe(9);
    expect(worstOf(steps, { start: 15, end: 40 })?.start).toBe(10);
    expect(worstOf([], { start: 0, end: 1 })).toBeUndefined();
  });
});

describe('the figures at an instant', () => {
  it('are those of the last row before it', () => {
    expect(stepAt(steps, 10)?.available).toBe(2);
    expect(stepAt(steps, 9)?.available).toBe(5);
    expect(stepAt(steps, 1000)?.available).toBe(9);
    expect(stepAt(steps, -1)).toBeUndefined();
  });
});
