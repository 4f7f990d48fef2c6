import { combineNeeds, type Needs } from '../admission/needs.js';
import { snapshotStatement } from './snapshot.statement.js';

const EACH: readonly Needs[] = [
  { reservations: ['a'] },
  { instances: ['b'] },
  { unbacked: true },
  { backedBy: [{ providerId: 'c', window: { start: 0, end: 1 }, most: 1 }] },
  { protectorsOf: ['d'] },
  { dependentsOf: ['g'] },
  { chainsFrom: ['e'] },
  { traits: true },
];

/** No need, each need alone, every pair, and all of them: the SQL of a need doesn't depend on a third one. */
const COMBINED = [
  combineNeeds([]),
  ...EACH.flatMap((one, index) => EACH.slice(index).map((other) => combineNeeds([one, other]))),
  combineNeeds(EACH),
];
const WITH_TENANTS = [false, true];

describe('the statement that reads a snapshot', () => {
  const statements = COMBINED.flatMap((needs) =>
    WITH_TENANTS.map((keepsTenants) => snapshotStatement('z', 1, needs, 0, keepsTenants)),
  );

  it('has one text per name, because a connection identifies a statement by its name', () => {
    const texts = new Map<string, string>();
    for (const { statement } of statements) {
      expect(texts.get(statement.name) ?? statement.text).toBe(statement.text);
      texts.set(statement.name, statement.text);
    }
  });

  // Regression: each mixture of requests had a statement of its own, for which every connection took more memory.
  it('has few forms, whatever is needed together', () => {
    const kinds = 2 ** 3;
    const names = new Set(statements.map(({ statement }) => statement.name));
    expect(names.size).toBeLessThanOrEqual(16 + kinds);
  });

  it('has a name that PostgreSQL does not cut off', () => {
    for (const { statement } of statements) expect(statement.name.length).toBeLessThanOrEqual(63);
  });

  it('names each of its values, and no others', () => {
    for (const { statement, values } of statements) {
      const named = new Set([...statement.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      expect([...named].sort((a, b) => a - b)).toEqual(values.map((_, index) => index + 1));
    }
  });
});
