import { setTimeout as pause } from 'node:timers/promises';
import { HeavyWork } from '../kernel/heavy-work.js';
import { ReportPlaces } from './report-places.js';
import type { ReportPace } from './report-rows.js';

async function* twoRows(pace: ReportPace): AsyncGenerator<number> {
  yield await pace(() => Promise.resolve(1), true);
  yield await pace(() => Promise.resolve(2), false);
}

async function rowsOf(rows: AsyncGenerator<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('the places of reports', () => {
  it('leave one for another client while one reads slowly, and come back when it ends', async () => {
    const places = new ReportPlaces(new HeavyWork(1));
    const slow = [places.rowsOf('slow', twoRows), places.rowsOf('slow', twoRows)];
    for (const rows of slow) await rows.next();
    await expect(places.rowsOf('slow', twoRows).next()).rejects.toMatchObject({ code: 'too-many-reports' });
    expect(await rowsOf(places.rowsOf('other', twoRows))).toEqual([1, 2]);
    await slow[0].return(undefined);
    expect(await rowsOf(places.rowsOf('slow', twoRows))).toEqual([1, 2]);
  });

  it('are three for all clients', async () => {
    const places = new ReportPlaces(new HeavyWork(1));
    for (const client of ['a', 'b', 'c']) await places.rowsOf(client, twoRows).next();
    await expect(places.rowsOf('d', twoRows).next()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'too-many-reports',
      retryAfter: 5,
    });
  });

  it('let one be evaluated at a time, clients in turn', async () => {
    const places = new ReportPlaces(new HeavyWork(1));
    const begun: string[] = [];
    let running = 0;
    const evaluate = (client: string) =>
      places.run(client, async () => {
        begun.push(client);
        running += 1;
        expect(running).toBe(1);
        await pause(1);
        running -= 1;
      });
    await Promise.all([evaluate('many'), evaluate('many'), evaluate('many'), evaluate('few')]);
    expect(begun).toEqual(['many', 'many', 'few', 'many']);
  });

  it('release the place of a report that fails', async () => {
    const places = new ReportPlaces(new HeavyWork(1));
    await expect(places.run('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await expect(places.run('a', () => Promise.resolve(3))).resolves.toBe(3);
  });
});
