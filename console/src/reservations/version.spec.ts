import { versionOf } from './version';

const READ = { updated: '2027-01-01T00:00:00Z', start: '2027-02-01T00:00:00Z', capacity: { cores: 1 } };

describe('the version of a reservation', () => {
  it('stays while nothing is changed', () => {
    expect(versionOf({ ...READ })).toBe(versionOf(READ));
  });

  it.each([
    { updated: '2027-01-01T00:00:01Z' },
    { start: '2027-02-02T00:00:00Z' },
    { end: '2027-03-01T00:00:00Z' },
    { capacity: { cores: 2 } },
  ])('differs after a change: %o', (change) => {
    expect(versionOf({ ...READ, ...change })).not.toBe(versionOf(READ));
  });
});
