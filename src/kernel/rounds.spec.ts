import { jest } from '@jest/globals';
import { Rounds } from './rounds.js';

describe('Rounds', () => {
  it('reports the same failure every ten seconds at most, and another one at once', async () => {
    jest.useFakeTimers();
    let reason = 'permission denied';
    const reports: string[] = [];
    const rounds = new Rounds(
      () => Promise.reject(new Error(reason)),
      250,
      (error) => reports.push(String(error)),
    );
    rounds.start();
    await jest.advanceTimersByTimeAsync(9_900);
    expect(reports).toEqual(['Error: permission denied']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reports).toHaveLength(2);
    reason = 'no answer';
    await jest.advanceTimersByTimeAsync(300);
    expect(reports.at(-1)).toBe('Error: no answer');
    await rounds.stop();
    jest.useRealTimers();
  });
});
