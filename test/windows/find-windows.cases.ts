import { alone, fromNow, hour, reserve, reserved, second } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

type Body = Record<string, any>;

const HOUR = 3600;
const DAY = { start: hour(8), end: hour(24) };

async function find(body: object, status = 200): Promise<Body> {
  const answer = await service.http.post('/find-windows').send(body);
  expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
  return answer.body as Body;
}

/** Start and latest start of each window. */
async function stretches(body: object): Promise<string[][]> {
  const { windows } = await find(body);
  return windows.map(({ start, latestStart }: Body) => [start, latestStart]);
}

describe('POST /find-windows', () => {
  it('F1 F2 gives the stretches in which one can begin', async () => {
    const zone = newZone();
    await service.provider({ cores: 1 }, { zone });
    await reserved(service, zone, [hour(9), hour(10.5)], { cores: 1 });
    await reserved(service, zone, [hour(13), hour(14)], { cores: 1 });
    const ask = (duration: number) => stretches({ zone, capacity: { cores: 1 }, duration, window: DAY });
    expect(await ask(HOUR)).toEqual([
      [hour(8), hour(8)],
      [hour(10.5), hour(12)],
      [hour(14), hour(23)],
    ]);
    expect(await ask(3 * HOUR)).toEqual([[hour(14), hour(21)]]);
  });

  it('F3 F4 finds what the planner of Flux finds', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    for (const [start, end, cores] of [
      [1, 1001, 5],
      [2000, 3001, 10],
    ]) {
      await reserved(service, zone, [second(start), second(end)], { cores });
    }
    const ask = (cores: number, duration: number) =>
      stretches({ zone, capacity: { cores }, duration, window: { start: second(0), end: second(4000) } });
    expect(await ask(5, 9)).toEqual([
      [second(0), second(1991)],
      [second(3001), second(3991)],
    ]);
    expect(await ask(9, 10)).toEqual([
      [second(1001), second(1990)],
      [second(3001), second(3990)],
    ]);
  });

  it('F5 gives the first five, or as many as it is asked for, and says that there are more', async () => {
    const zone = newZone();
    await service.provider({ cores: 1 }, { zone });
    for (const at of [9, 11, 13, 15, 17, 19])
      await reserved(service, zone, [hour(at), hour(at + 1)], { cores: 1 });
    const asked = { zone, capacity: { cores: 1 }, duration: HOUR, window: DAY };
    const { windows, more } = await find(asked);
    expect(windows.map(({ start }: Body) => start)).toEqual([8, 10, 12, 14, 16].map(hour));
    expect(more).toBe(true);
    expect(await find({ ...asked, limit: '2' })).toEqual({ windows: windows.slice(0, 2), more: true });
    expect(await find({ ...asked, limit: 7 })).toMatchObject({ windows: { length: 7 }, more: false });
    for (const limit of [0, 101, 'x']) {
      expect(await find({ ...asked, limit }, 400)).toMatchObject({ errors: [{ pointer: '/limit' }] });
    }
  });

  it('F6 looks in all zones, and names the zone of each window', () =>
    alone(async (own) => {
      await own.provider({ cores: 4 }, { zone: 'early' });
      await own.provider({ cores: 4 }, { zone: 'late' });
      await reserved(own, 'early', [hour(10), hour(12)], { cores: 4 });
      await reserved(own, 'late', [hour(8), hour(11)], { cores: 4 });
      const asked = { capacity: { cores: 4 }, duration: HOUR, window: { start: hour(8), end: hour(14) } };
      const { body } = await own.http.post('/find-windows').send(asked).expect(200);
      expect(body.windows.map(({ zone, start }: Body) => [zone, start])).toEqual([
        ['early', hour(8)],
        ['late', hour(11)],
        ['early', hour(12)],
      ]);
      expect(body.more).toBe(false);
    }));

  it('F7 refuses what it cannot look for, naming it', async () => {
    const zone = newZone();
    await service.provider({ cores: 4 }, { zone });
    const asked = { zone, capacity: { cores: 4 }, duration: HOUR, window: DAY };
    const wrong: [object, string][] = [
      [{ duration: undefined }, '/duration'],
      [{ duration: 0 }, '/duration'],
      [{ duration: 17 * HOUR }, '/duration'],
      [{ capacity: {} }, '/capacity'],
      [{ capacity: { cores: -1 } }, '/capacity/cores'],
      [{ capacities: { cores: 1 } }, '/capacities'],
      [{ containers: [{}] }, '/containers'],
      [{ window: { start: hour(9), end: hour(8) } }, '/window/end'],
      [{ window: { end: fromNow(service, -1) } }, '/window/end'],
      [{ window: { from: hour(9) } }, '/window/from'],
    ];
    for (const [more, pointer] of wrong) {
      const refused = await find({ ...asked, ...more }, 400);
      expect([more, refused.errors?.[0].pointer]).toEqual([more, pointer]);
    }
    expect(await find({ ...asked, zone: 'nowhere' }, 404)).toMatchObject({ code: 'unknown-zone' });
  });

  it('F8 says what would be left free; what it finds can be reserved as it is', async () => {
    const zone = newZone();
    await service.provider({ cores: 10, ram: 100 }, { zone });
    await reserved(service, zone, [hour(8), hour(10)], { cores: 4 });
    const [found] = (await find({ zone, capacity: { cores: 5 }, duration: HOUR, window: DAY })).windows;
    expect(found).toEqual({
      zone,
      start: hour(8),
      end: hour(9),
      latestStart: hour(23),
      free: { cores: 1 },
    });
    const made = await reserve(service, zone, [found.start, found.end], { cores: 5 });
    expect(made).toMatchObject({ result: 'ok' });
    const next = await find({ zone, capacity: { cores: 5 }, duration: HOUR, window: DAY, limit: 1 });
    expect(next.windows[0].start).toBe(hour(9));
  });

  it('F9 F10 looks only where providers have the traits', async () => {
    const zone = newZone();
    const traits = { cpuArchitecture: 'arm64' };
    await service.provider({ cores: 9, ram: 9000, instances: 9 }, { zone });
    const small = { cores: 2, ram: 4096, instances: 2 };
    await service.provider(small, { zone, traits, start: hour(12) });
    const containerFlavor = { virtualCpu: { numVirtualCpu: 2, cpuArchitecture: 'arm64' } };
    const asked = { zone, duration: HOUR, window: DAY };
    const at12 = [[hour(12), hour(23)]];
    expect(await stretches({ ...asked, containers: [{ containerFlavor }] })).toEqual(at12);
    expect(await stretches({ ...asked, capacity: { cores: 2 }, traits })).toEqual(at12);
    expect(await stretches({ ...asked, capacity: { cores: 2 } })).toEqual([[hour(8), hour(23)]]);
  });

  it('F11 waits for single addresses that are free throughout', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 1 }, { zone });
    const publicIps = ['192.0.2.0/29'];
    await service.operation('increase-capacity', { source: provider, capacity: { addresses: 6 }, publicIps });
    await reserved(service, zone, [hour(8), hour(10)], { addresses: 5 });
    const { windows } = await find({ zone, capacity: { addresses: 2 }, duration: HOUR, window: DAY });
    expect(windows).toEqual([
      { zone, start: hour(10), end: hour(11), latestStart: hour(23), free: { addresses: 4 } },
    ]);
  });

  it('F12 finds a window that needs more than one provider', async () => {
    const zone = newZone();
    for (let count = 0; count < 2; count++) await service.provider({ cores: 4, instances: 2 }, { zone });
    await reserved(service, zone, [hour(8), hour(10)], { cores: 4, instances: 2 });
    const asked = { zone, capacity: { cores: 8, instances: 4 }, duration: HOUR, window: DAY };
    expect(await stretches(asked)).toEqual([[hour(10), hour(23)]]);
  });

  it('F13 finds nothing where nothing fits', async () => {
    const zone = newZone();
    await service.provider({ cores: 4 }, { zone });
    const asked = { zone, capacity: { cores: 5 }, duration: HOUR };
    expect(await find(asked)).toEqual({ windows: [], more: false });
  });

  it('F14 looks in the coming year, from now on', async () => {
    const zone = newZone();
    await service.provider({ cores: 4 }, { zone });
    await reserved(service, zone, [undefined, hour(10)], { cores: 4 });
    const year = 365 * 86_400;
    const asked = { zone, capacity: { cores: 1 }, duration: HOUR };
    expect(await stretches(asked)).toEqual([[hour(10), fromNow(service, year - HOUR)]]);
    const window = { start: fromNow(service, -HOUR), end: null };
    expect(await stretches({ ...asked, window })).toEqual([[hour(10), fromNow(service, year - HOUR)]]);
  });
});
