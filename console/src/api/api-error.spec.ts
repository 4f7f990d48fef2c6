import { ProblemError, UnreachableError } from '@headroom/client';
import { ApiError, errorOf } from './api-error';

const unreachable = new UnreachableError('http://service', new Error('refused'));
const problem = (status: number) =>
  new ProblemError(status, { type: 'about:blank', title: 'T', status, code: 'c', detail: 'It failed.' });

describe('errors in the words of the page', () => {
  it('promise another attempt only for what the page repeats', () => {
    for (const error of [unreachable, problem(429)]) {
      expect(errorOf(error, 'read').message).toContain('tries again by itself');
      expect(errorOf(error, 'change').message).not.toContain('by itself');
      expect(errorOf(error, 'trial').message).not.toContain('by itself');
    }
  });

  it('say where a change may have been made', () => {
    for (const error of [unreachable, problem(503)]) {
      expect(errorOf(error, 'change').message).toContain('may have been made. Press the button again');
      expect(errorOf(error, 'trial').message).not.toContain('may have been made');
    }
    expect(errorOf(problem(409), 'change')).toEqual(new ApiError(409, 'It failed.'));
    expect(errorOf(problem(409), 'change').message).toBe('It failed.');
  });

  it('tell a decision from an outcome that may still change', () => {
    const decided = [unreachable, problem(503), problem(429), problem(409)].map((error) => {
      const { isDecided } = errorOf(error, 'change') as ApiError;
      return isDecided;
    });
    expect(decided).toEqual([false, false, false, true]);
  });
});
