import { setTimeout as pause } from 'node:timers/promises';
import { HeavyWork } from './heavy-work.js';

describe('HeavyWork', () => {
  it('runs as many as there are places, and the next when one is given back', async () => {
    const work = new HeavyWork(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2].map((number) =>
      work.run(() => {
        begun.push(number);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await pause(1);
    expect([begun, work.figures]).toEqual([[0, 1], { running: 2, waiting: 1, refused: 0 }]);
    ends[0]();
    await all[0];
    await pause(1);
    expect(begun).toEqual([0, 1, 2]);
    ends.forEach((end) => end());
    await Promise.all(all);
    expect(work.figures).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('refuses requests beyond the queue at once, with the time to retry', async () => {
    const work = new HeavyWork(1);
    const giveBack = await work.place();
    const waiting = Array.from({ length: 64 }, () => work.place());
    await expect(work.place()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'heavy-requests-busy',
      retryAfter: 1,
    });
    giveBack();
    for (const place of waiting) (await place)();
    expect(work.figures).toEqual({ running: 0, waiting: 0, refused: 1 });
  });

  it('may have a longer queue', async () => {
    const work = new HeavyWork(1, { maxWaiting: 100 });
    const giveBack = await work.place();
    const waiting = Array.from({ length: 100 }, () => work.place());
    await expect(work.place()).rejects.toMatchObject({ code: 'heavy-requests-busy' });
    giveBack();
    for (const place of waiting) (await place)();
  });

  it('charges works that run at the same time for that time once', async () => {
    let charged = 0;
    class Charged extends HeavyWork {
      override charge(milliseconds: number): void {
        charged += milliseconds;
      }
    }
    const work = new Charged(3);
    const begun = performance.now();
    await Promise.all([60, 100, 100].map((milliseconds) => work.runCharged(() => pause(milliseconds))));
    const together = performance.now() - begun;
    expect(charged).toBeGreaterThan(95);
    expect(charged).toBeLessThanOrEqual(together);
    await pause(50);
    await work.runCharged(() => pause(1));
    expect(charged).toBeLessThan(performance.now() - begun - 45);
  });

  it('refuses a request that takes too long, where it would let others go first', async () => {
    const work = new HeavyWork(1);
    await work.within(60_000).breathe();
    const pace = work.within(-1);
    expect(await pace.step(() => Promise.resolve(1))).toBe(1);
    await expect(pace.breathe()).rejects.toMatchObject({ code: 'heavy-requests-busy', retryAfter: 1 });
    expect(work.figures).toEqual({ running: 0, waiting: 0, refused: 1 });
  });

  it('gives a place back once, however often that is called', async () => {
    const work = new HeavyWork(1);
    const giveBack = await work.place();
    giveBack();
    giveBack();
    expect(work.figures.running).toBe(0);
  });

  it('requires no payment while there is no other work', async () => {
    const work = new HeavyWork(1);
    work.yieldToOthersOf(() => 0);
    work.charge(1_000);
    let hasPlace = false;
    void work.place().then(() => (hasPlace = true));
    await Promise.resolve();
    await Promise.resolve();
    expect([hasPlace, work.figures.running]).toEqual([true, 1]);
  });

  it('starts the next work after the debt is paid', async () => {
    const work = new HeavyWork(1, { share: 0.5 });
    work.charge(300);
    let hasPlace = false;
    const place = work.place().then((giveBack) => {
      hasPlace = true;
      giveBack();
    });
    await Promise.resolve();
    expect([hasPlace, work.figures.waiting]).toEqual([false, 1]);
    await place;
    expect(work.figures).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('does not refuse a lone client for what it owes', async () => {
    const work = new HeavyWork(1, { share: 0.2 });
    for (let request = 0; request < 20; request++) work.charge(300);
    (await work.place())();
    expect(work.figures).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  it('starts the next work as soon as all others are done, whatever is owed', async () => {
    const work = new HeavyWork(1, { share: 0.01, maxDebt: 1_000 });
    let others = 1;
    work.yieldToOthersOf(() => others + work.figures.waiting);
    work.charge(2_000);
    const place = work.place();
    others = 0;
    (await place)();
    expect(work.figures.refused).toBe(0);
  });

  it('lets clients take turns, and refuses the newest of the client that has the most waiting', async () => {
    const work = new HeavyWork(1);
    const giveBack = await work.place('many');
    const begun: string[] = [];
    const wait = (client: string) =>
      work.place(client).then(
        (give) => {
          begun.push(client);
          give();
        },
        () => begun.push('refused'),
      );
    const all = Array.from({ length: 64 }, () => wait('many'));
    all.push(wait('few'));
    giveBack();
    await Promise.all(all);
    expect(begun.slice(0, 4)).toEqual(['refused', 'many', 'few', 'many']);
    expect(begun.filter((client) => client === 'refused')).toHaveLength(1);
  });

  it('does not pause for heavy work of another kind alone', async () => {
    const work = new HeavyWork(1);
    const reports = work.sibling(1, { kind: 'report', share: 0.5 });
    let underWay = 2;
    work.yieldToOthersOf(() => underWay);
    const giveBack = await work.place();
    reports.charge(1_000);
    (await reports.place())();
    underWay = 3;
    let hasPlace = false;
    const place = reports.place().then(() => (hasPlace = true));
    await pause(1);
    expect([...work.figuresByKind]).toEqual([
      ['request', { running: 1, waiting: 0, refused: 0 }],
      ['report', { running: 0, waiting: 1, refused: 0 }],
    ]);
    expect(hasPlace).toBe(false);
    giveBack();
    underWay = 1;
    await place;
  });

  it.each(['the first', 'another'])(
    'counts a request once if it holds places of %s kind and of a nested one',
    async (kind) => {
      const work = new HeavyWork(1);
      const outer = kind === 'the first' ? work : work.sibling(1, { kind: 'dry-run' });
      const wide = work.sibling(2, { kind: 'placement', share: 0.1, maxDebt: 50, isNested: true });
      let underWay = 3;
      work.yieldToOthersOf(() => underWay);
      const [ofOuter, ofWide] = [await outer.place(), await wide.place()];
      wide.charge(1_000);
      let hasPlace = false;
      const place = wide.place().then((giveBack) => {
        hasPlace = true;
        giveBack();
      });
      await pause(1);
      // Of three requests, one holds both places and one waits for its place. So one request is not heavy, and the waiting one pauses.
      expect(hasPlace).toBe(false);
      underWay = 1;
      ofOuter();
      ofWide();
      await place;
    },
  );

  it('does not pause for heavy work that goes on without a place', async () => {
    const work = new HeavyWork(1, { share: 0.001, maxDebt: 1_000 });
    work.yieldToOthersOf(() => 1);
    const end = work.goOnWithoutPlace();
    work.charge(1_000);
    const begun = performance.now();
    await work.breathe();
    expect(performance.now() - begun).toBeLessThan(100);
    end();
    await work.breathe();
    expect(performance.now() - begun).toBeGreaterThan(190);
  });
});
