import { ApiError } from './api-error';
import { acceptAge, cacheDirective } from './freshness';
import { isUndecided, repeatable } from './repeatable';

/** The keys under which a change was sent, one for each outcome. */
async function keysOf(change: string, outcomes: readonly (number | 'done')[]): Promise<string[]> {
  const used: string[] = [];
  for (const outcome of outcomes) {
    await repeatable(change, (key) => {
      used.push(key);
      return outcome === 'done' ? Promise.resolve() : Promise.reject(new ApiError(outcome, 'failed'));
    }).catch(() => undefined);
  }
  return used;
}

describe('the key of a change', () => {
  it.each([0, 401, 403, 429, 500, 503])('is kept after %s, which leaves the outcome open', async (status) => {
    const [first, second, third] = await keysOf(`after ${status}`, [status, 'done', 'done']);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });

  it.each(['done', 400, 404, 409] as const)('is another one after %s', async (outcome) => {
    const [first, second] = await keysOf(`after ${outcome}`, [outcome, 'done']);
    expect(second).not.toBe(first);
  });

  it('is kept when the answer breaks off', async () => {
    const used: string[] = [];
    const send = (key: string): Promise<void> => {
      used.push(key);
      return used.length === 1 ? Promise.reject(new TypeError('network error')) : Promise.resolve();
    };
    await repeatable('broken off', send).catch(() => undefined);
    await repeatable('broken off', send);
    expect(used[1]).toBe(used[0]);
  });

  // Regression: hours later the same command was answered as the one whose answer was lost, and did nothing.
  it('is another one ten minutes after an attempt with an unknown outcome', async () => {
    const [first] = await keysOf('much later', [0]);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    const [second] = await keysOf('much later', ['done']);
    now.mockRestore();
    expect(second).not.toBe(first);
  });

  // Regression: an end that was set, set back and set again was answered as the first one, and stayed where it was.
  it('is another one once another change was answered', async () => {
    const [first] = await keysOf('there', [0]);
    await keysOf('and back', ['done']);
    const [second] = await keysOf('there', ['done']);
    expect(second).not.toBe(first);
  });

  // Regression: the reservation whose answer was lost was made a second time.
  it('is kept when another change is answered that was under way before', async () => {
    let answer = (): void => undefined;
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const other = repeatable('under way', () => new Promise<void>((resolve) => (answer = resolve)));
    now.mockReturnValue(Date.now() + 1);
    const [first] = await keysOf('lost meanwhile', [0]);
    answer();
    await other;
    now.mockRestore();
    const [second] = await keysOf('lost meanwhile', ['done']);
    expect(second).toBe(first);
  });

  it('is kept while other changes fail', async () => {
    const [first] = await keysOf('still open', [0]);
    await keysOf('refused', [409]);
    const [second] = await keysOf('still open', ['done']);
    expect(second).toBe(first);
  });

  it.each([
    [[0], true],
    [[0, 'done'], false],
    [[409], false],
  ] as const)('is known to be kept after %j: %s', async (outcomes, isKept) => {
    const change = `known after ${outcomes.join()}`;
    await keysOf(change, outcomes);
    expect(isUndecided(change)).toBe(isKept);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    expect(isUndecided(change)).toBe(false);
    now.mockRestore();
  });

  it('belongs to one change', async () => {
    const [first] = await keysOf('one change', [0]);
    const [second] = await keysOf('another change', [0]);
    expect(second).not.toBe(first);
  });
});

describe('a button that is pressed twice', () => {
  it('sends its change once, and shows its answer to both', async () => {
    let sent = 0;
    const send = (): Promise<number> => Promise.resolve(++sent);
    const press = (): Promise<number> => repeatable('twice', send);
    expect(await Promise.all([press(), press()])).toEqual([1, 1]);
    expect(await press()).toBe(2);
  });

  it('sends its change again after a failure', async () => {
    const fail = () => Promise.reject(new ApiError(404, 'failed'));
    const [first, second] = await Promise.allSettled([
      repeatable('failed', fail),
      repeatable('failed', fail),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(await repeatable('failed', () => Promise.resolve('done'))).toBe('done');
  });
});

describe('a change, also a find that holds', () => {
  it.each([200, 0, 404])('is seen by the next read, after status %s', async (status) => {
    acceptAge(30);
    const send = () => (status === 200 ? Promise.resolve() : Promise.reject(new ApiError(status, 'failed')));
    await repeatable(`seen after ${status}`, send).catch(() => undefined);
    expect(cacheDirective()).toBeUndefined();
  });
});
