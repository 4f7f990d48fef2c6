import { SimulatedDriver } from '../../src/providers/drivers/simulated.driver.js';
import { availableCores, reservation, reserve, reserved, statesOf, stopSound } from '../support/readings.js';
import { day, fullZones, newZone, OK, WAITING } from './full-zones.js';
import { startService, type RunningService } from '../support/service.js';

const ARM = { cpuArchitecture: 'arm64' };

describe('a waiting reservation is not passed', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => stopSound(service));

  const { wait, cancel, update, waiting, fullZone } = fullZones(() => service);
  const newcomer = (zone: string, cores: number, more: object = {}) =>
    reserve(service, zone, day(service), { cores }, more);
  const change = (direction: 'increase' | 'decrease', source: string, cores: number) =>
    service.operation(`${direction}-capacity`, { source, capacity: { cores }, force: true });

  async function emptyZone(): Promise<string> {
    const zone = `${newZone()}-empty`;
    await service.provider({ cores: 100 }, { zone });
    return zone;
  }

  it('Q32: when the blocker moves to another zone', async () => {
    const { zone, blocker } = await fullZone();
    const ids = [await waiting(zone, 4), await waiting(zone, 4), await waiting(zone, 4)];
    const other = await emptyZone();
    const [moved, later] = await Promise.all([update(blocker, { zone: other }), newcomer(zone, 3)]);
    expect(moved).toMatchObject(OK);
    expect(later).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, ids)).toEqual(['active', 'active', 'waiting']);
    expect(await reservation(service, blocker)).toMatchObject({ zone: other, state: 'active' });
    expect(await availableCores(service, zone)).toBe(2);
  });

  it('Q54: when it has moved, by one that is younger and waited there before', async () => {
    const [{ zone: left }, { zone, blocker }] = [await fullZone(), await fullZone()];
    const older = await waiting(left, 6);
    service.clock.advance(1);
    const younger = await waiting(zone, 6);
    service.clock.advance(1);
    expect(await update(older, { zone })).toMatchObject(OK);
    expect(await statesOf(service, [older, younger])).toEqual(['waiting', 'waiting']);
    await cancel(blocker);
    expect(await statesOf(service, [older, younger])).toEqual(['active', 'waiting']);
  });

  it('Q33: when the blocker of an address moves to another zone', async () => {
    const zone = newZone();
    const publicIps = [`203.0.113.${4 * Number(zone.split('-')[1])}/30`];
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const declare = { source: provider, capacity: { addresses: 2 }, publicIps };
    expect(await service.operation('increase-capacity', declare)).toMatchObject(OK);
    const other = await emptyZone();
    await service.provider({ addresses: 4 }, { zone: other });
    const blocker = await reserved(service, zone, day(service), { addresses: 2 });
    const held = (await reservation(service, blocker)).publicIps as string[];
    const answer = await reserve(service, zone, day(service), { addresses: 2 }, { wait: true });
    expect(answer).toMatchObject(WAITING);
    expect(await update(blocker, { zone: other })).toMatchObject(OK);
    const { state, publicIps: got } = await reservation(service, answer['reservation-id'] as string);
    expect({ state, got: [...got].sort() }).toEqual({ state: 'active', got: [...held].sort() });
  });

  it('Q34: after one in conflict that the move lets in', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const blocker = await reserved(service, zone, day(service), { cores: 5 });
    const lost = await reserved(service, zone, day(service), { cores: 5 });
    await change('decrease', provider, 5);
    const id = await waiting(zone, 5);
    expect(await update(blocker, { zone: await emptyZone() })).toMatchObject(OK);
    expect(await statesOf(service, [lost, id])).toEqual(['active', 'waiting']);
  });

  it('Q35: by a dry run of a move, which admits none', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    const dry = await update(blocker, { zone: await emptyZone(), 'dry-run': true });
    expect(dry).toMatchObject({ ...OK, 'dry-run': true });
    expect(await statesOf(service, [blocker, id])).toEqual(['active', 'waiting']);
  });

  it('Q36: because more than fifty are in conflict', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 550 }, { zone });
    const lost = await Promise.all(
      Array.from({ length: 55 }, () => reserved(service, zone, day(service), { cores: 10 })),
    );
    await change('decrease', provider, 550);
    const id = await waiting(zone, 1);
    const [, later] = await Promise.all([change('increase', provider, 1), newcomer(zone, 1)]);
    expect(later).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, [id])).toEqual(['active']);
    expect(new Set(await statesOf(service, lost))).toEqual(new Set(['conflict']));
  });

  it('Q37: while another provider of the zone is overdrawn', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4, ram: 16_384, instances: 9 }, { zone });
    const { provider: sound } = await service.provider({ cores: 4 }, { zone });
    const blocker = await reserved(
      service,
      zone,
      day(service),
      { cores: 4 },
      {
        elements: [`ResourceProvider:${sound}`],
      },
    );
    const boot = { 'provider-id': provider, name: 'a', image: 'i', flavor: 'm1.medium' };
    expect(await service.operation('create-instance', boot)).toMatchObject(OK);
    await change('decrease', provider, 4);
    expect(await availableCores(service, zone)).toBeLessThan(0);
    const id = await waiting(zone, 4);
    await service.operation('cancel-reservation', { 'reservation-id': blocker });
    expect(await statesOf(service, [id])).toEqual(['active']);
    // Restores the capacity, because the audit at the end would find the overdraft.
    await change('increase', provider, 4);
  });

  describe('when a provider gets the trait that it requires', () => {
    const cloud = (zone: string) => ({
      'provider-type': 'simulated',
      endpoint: `http://${zone}.example:5000/v3`,
      username: 'operator',
      password: 'correct horse',
      tenant: { id: 't1', name: 'Tenant' },
      zone,
    });
    const add = (zone: string, traits?: object) =>
      service.operation('add-provider', { ...cloud(zone), traits });

    async function zoneWithoutArm(): Promise<{ zone: string; provider: string; id: string }> {
      const zone = newZone();
      const { 'provider-id': provider } = await add(zone);
      await service.operation('increase-capacity', { source: provider, capacity: { cores: 10 } });
      const { 'reservation-id': id, ...answer } = await wait(zone, 6, { traits: ARM });
      expect(answer).toMatchObject(WAITING);
      return { zone, provider, id };
    }

    it('Q38: from its operator', async () => {
      const { zone, provider, id } = await zoneWithoutArm();
      expect(await add(zone, ARM)).toMatchObject({ ...OK, 'provider-id': provider });
      expect(await newcomer(zone, 6, { traits: ARM })).toMatchObject({ result: 'conflict' });
      expect(await reservation(service, id)).toMatchObject({
        state: 'active',
        claims: [{ providerId: provider }],
      });
    });

    it('Q39: from its platform', async () => {
      const { zone, provider, id } = await zoneWithoutArm();
      jest
        .spyOn(service.app.get(SimulatedDriver), 'discover')
        .mockResolvedValue({ flavors: [], limits: {}, traits: ARM });
      await service.http.post(`/providers/${provider}/discover`).expect(200);
      expect(await newcomer(zone, 6, { traits: ARM })).toMatchObject({ result: 'conflict' });
      expect(await statesOf(service, [id])).toEqual(['active']);
    });
  });
});
