import { acceptAge, cacheDirective, noteOwnChange } from './freshness';

const OWN_CHANGE = 1_000_000;

describe('how old an answer a read takes', () => {
  afterEach(() => {
    acceptAge(0);
  });

  it('is a fresh one, until the pace of the page says otherwise', () => {
    expect(cacheDirective()).toBeUndefined();
    acceptAge(30);
    expect(cacheDirective()).toBe('max-age=30');
  });

  it('is never an answer from before a change that this page made', () => {
    acceptAge(30);
    noteOwnChange(OWN_CHANGE);
    const after = (seconds: number) => cacheDirective(OWN_CHANGE + seconds * 1000);
    expect([0, 0.9, 1, 12.7, 31].map(after)).toEqual([
      undefined,
      undefined,
      'max-age=1',
      'max-age=12',
      'max-age=30',
    ]);
  });
});
