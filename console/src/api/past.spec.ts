import { QueryClient } from '@tanstack/react-query';
import type { TimeWindow } from '../kernel/instant';
import { readOnceSettled } from './past';
import { queryClient } from './query-client';

// The page's own reads its address, which there is none of here.
jest.mock('./query-client', () => ({ queryClient: new QueryClient() }));

const HOUR = 3_600;
const NOON = Date.UTC(2030, 0, 1, 12) / 1000;
/** At noon, what lies before this is settled. */
const EDGE = NOON - HOUR / 2;

/** Reads windows, and notes which; each reading is a row of its own. */
function reader() {
  const parts: [start: number, end: number][] = [];
  const read = ({ start, end }: TimeWindow) => {
    parts.push([start - NOON, end - NOON]);
    return Promise.resolve([`reading ${parts.length}`]);
  };
  return { parts, read };
}

describe('a window that begins in the past', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOON * 1000 });
  });

  afterEach(() => {
    queryClient.clear();
    jest.useRealTimers();
  });

  it('is read in two parts, and the settled one only once', async () => {
    const { parts, read } = reader();
    const window = { start: NOON - 5 * HOUR, end: NOON + HOUR };
    expect(await readOnceSettled(['a'], window, read)).toEqual(['reading 1', 'reading 2']);
    expect(await readOnceSettled(['a'], window, read)).toEqual(['reading 1', 'reading 3']);
    expect(parts).toEqual([
      [-5 * HOUR, EDGE - NOON],
      [EDGE - NOON, HOUR],
      [EDGE - NOON, HOUR],
    ]);
  });

  it('is read anew for another question', async () => {
    const { parts, read } = reader();
    const window = { start: NOON - 5 * HOUR, end: EDGE };
    await readOnceSettled(['a'], window, read);
    await readOnceSettled(['b'], window, read);
    expect(parts).toHaveLength(2);
  });

  it('is read once if all of it is settled', async () => {
    const { parts, read } = reader();
    const window = { start: NOON - 5 * HOUR, end: NOON - 2 * HOUR };
    await readOnceSettled(['a'], window, read);
    expect(await readOnceSettled(['a'], window, read)).toEqual(['reading 1']);
    expect(parts).toEqual([[-5 * HOUR, -2 * HOUR]]);
  });

  it('is read whole each time if it begins later', async () => {
    const { parts, read } = reader();
    const window = { start: NOON - 60, end: NOON + HOUR };
    await readOnceSettled(['a'], window, read);
    await readOnceSettled(['a'], window, read);
    expect(parts).toEqual([
      [-60, HOUR],
      [-60, HOUR],
    ]);
  });
});
