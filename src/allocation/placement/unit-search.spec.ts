import { divideUnits, SearchBudget } from './unit-search.js';

/** The roomiest order fails: the first provider has to leave room for one of the larger units. */
const GROUPS = [
  { amounts: { cores: 3 }, count: 2 },
  { amounts: { cores: 4 }, count: 2 },
];
const ROOMS = [{ cores: 7 }, { cores: 7 }];
const DIVISION = [
  [1, 1],
  [1, 1],
];
/** One for each group of a provider that is tried; a branch without room for what is left takes none. */
const STEPS = 5;

const divide = (budget: SearchBudget): number[][] | undefined =>
  divideUnits(GROUPS, ROOMS, () => true, budget);

describe('the division of units of different sizes', () => {
  it('is found within a budget of exactly the steps that it takes', () => {
    expect(divide(new SearchBudget(STEPS))).toEqual(DIVISION);
    expect(divide(new SearchBudget(STEPS - 1))).toBeUndefined();
  });

  it('takes its steps from the budget of several searches', () => {
    const budget = new SearchBudget(2 * STEPS);
    expect([divide(budget), divide(budget)]).toEqual([DIVISION, DIVISION]);
    expect(divide(budget)).toBeUndefined();
  });

  // Regression: the search was recursive, and at two thousand providers it overflowed the call stack.
  it('is sought among thousands of providers of which none has room for a unit', () => {
    const rooms = Array.from({ length: 10_000 }, () => ({ cores: 2 }));
    expect(divideUnits(GROUPS, rooms, () => true, new SearchBudget())).toBeUndefined();
    const last = { cores: 14 };
    expect(
      divideUnits(GROUPS, [...rooms.slice(0, 2_000), last], () => true, new SearchBudget())?.at(-1),
    ).toEqual([2, 2]);
  });
});
