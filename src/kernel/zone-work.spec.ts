import { ZoneWork } from './zone-work.js';

const inZone = (zoneId: string, count: number) => Array.from({ length: count }, (_, at) => ({ zoneId, at }));

describe('work in zones', () => {
  it('is done 32 items at a time in each zone', async () => {
    let underWay = 0;
    const most: number[] = [];
    await new ZoneWork().do(inZone('z1', 100), async () => {
      most.push(++underWay);
      await new Promise(setImmediate);
      underWay -= 1;
    });
    expect(most).toHaveLength(100);
    expect(Math.max(...most)).toBe(32);
  });

  it('in one zone does not wait for that in another', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const ended = new ZoneWork().do([...inZone('slow', 1), ...inZone('z1', 100)], async ({ zoneId, at }) => {
      if (zoneId === 'slow') await held;
      done.push(`${zoneId} ${at}`);
      if (at === 99) release();
    });
    await ended;
    expect(done.at(-1)).toBe('slow 0');
  });

  it('that fails leaves the rest of its zone, and no work of others', async () => {
    const done = { z1: 0, z2: 0 };
    const ended = new ZoneWork().do([...inZone('z1', 40), ...inZone('z2', 40)], ({ zoneId, at }) => {
      if (zoneId === 'z1' && at === 3) return Promise.reject(new Error('the queue is full'));
      done[zoneId as 'z1' | 'z2'] += 1;
      return Promise.resolve();
    });
    await expect(ended).rejects.toThrow('the queue is full');
    expect(done).toEqual({ z1: 31, z2: 40 });
  });

  it('leaves out the zones in which it failed, until a round has not', async () => {
    const work = new ZoneWork();
    const failing = (...zoneIds: string[]) =>
      work.do([...inZone('z1', 1), ...inZone('z2', 1)], ({ zoneId }) =>
        zoneIds.includes(zoneId) ? Promise.reject(new Error('the queue is full')) : Promise.resolve(),
      );
    await expect(failing('z1')).rejects.toThrow('the queue is full');
    expect(work.leftOut()).toEqual(['z1']);
    await expect(failing('z2')).rejects.toThrow('the queue is full');
    expect(work.leftOut()).toEqual(['z1', 'z2']);
    await work.do([], () => Promise.resolve());
    expect(work.leftOut()).toEqual([]);
  });
});
