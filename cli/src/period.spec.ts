import { UsageError } from './failures.js';
import { requestedWindow } from './period.js';

const NOW = new Date('2030-06-01T10:00:00Z');

describe('the window of a request', () => {
  it('ends after the duration', () => {
    expect(requestedWindow({ start: '+1d', for: '1d12h' }, NOW)).toEqual({
      start: '2030-06-02T10:00:00Z',
      end: '2030-06-03T22:00:00Z',
    });
  });

  // Regression: it was an unexpected error.
  it('does not end beyond all times of the service', () => {
    expect(() => requestedWindow({ for: '500000w' }, NOW)).toThrow(UsageError);
  });
});
