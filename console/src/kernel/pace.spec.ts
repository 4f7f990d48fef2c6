import { Pace } from './pace';

/** The seconds at which a page refreshes that looks every ten seconds. */
function refreshes(changed: (second: number) => boolean, until = 300): number[] {
  const pace = new Pace();
  const seconds: number[] = [];
  for (let second = 0; second <= until; second += 10)
    if (pace.isDue(changed(second), second * 1000)) seconds.push(second);
  return seconds;
}

describe('how often a page refreshes', () => {
  it('at once after a single change', () => {
    expect(refreshes((second) => second === 50)).toEqual([50]);
  });

  it('ever less often, down to once a minute, while its data keep changing', () => {
    expect(refreshes(() => true)).toEqual([0, 10, 30, 70, 130, 190, 250]);
  });

  it('at once again after a pause', () => {
    expect(refreshes((second) => second < 30 || second === 100)).toEqual([0, 10, 30, 100]);
  });

  it('with ever older answers, and with a fresh one when the changes have ended', () => {
    const pace = new Pace();
    const ages: [second: number, age: number][] = [];
    for (let second = 0; second <= 300; second += 10)
      if (pace.isDue(second <= 150, second * 1000)) ages.push([second, pace.acceptedAge]);
    expect(ages).toEqual([
      [0, 0],
      [10, 0],
      [30, 10],
      [70, 20],
      [130, 30],
      [190, 0],
    ]);
  });

  it('for the last change too, which came too early', () => {
    expect(refreshes((second) => second <= 20)).toEqual([0, 10, 30]);
  });
});
