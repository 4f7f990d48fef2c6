import { setTimeout as pause } from 'node:timers/promises';
import { Rediscovery } from '../../src/providers/rediscovery.worker.js';
import { inconsistencies } from '../support/consistency.js';
import { boot, capacityAt, fromNow, hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const CAPACITY = { cores: 20, ram: 20_480, instances: 20 };
const ENDPOINT = 'http://cloud.example:5000/v3';

describe('a provider that is retired', () => {
  let first: RunningService;
  let second: RunningService;
  beforeAll(async () => {
    first = await startService({ environment: { REDISCOVER_SECONDS: '60' } });
    second = await startService({ database: first.database, clock: first.clock });
  });
  afterAll(async () => {
    await second.stop();
    expect(await inconsistencies(first.database.url, first.clock.now())).toEqual([]);
    await stopSound(first);
  });

  const retire = (provider: string, service = first) => service.http.delete(`/providers/${provider}`);
  const read = async (provider: string) => (await first.http.get(`/providers/${provider}`).expect(200)).body;
  const increase = (source: string, service = first) =>
    service.operation('increase-capacity', { source, capacity: { cores: 1 } });
  const register = (zone: string, more: object = {}, service = first) =>
    service.operation('add-provider', {
      'provider-type': 'simulated',
      endpoint: ENDPOINT,
      username: 'operator',
      password: 'secret',
      zone,
      ...more,
    });
  const isSealed = async (provider: string) => {
    const [{ sealed }] = await first.dataSource.query<[{ sealed: boolean }]>(
      'select sealed_password is not null as sealed from providers where id = $1',
      [provider],
    );
    return sealed;
  };
  /** Number of live reservations, instances and pool entries on a provider, read from the database. */
  const livingOn = async (provider: string) => {
    const [{ count }] = await first.dataSource.query<[{ count: number }]>(
      `select (select count(*) from claims c join reservations r on r.zone_id = c.zone_id and r.id = c.reservation_id
              where c.provider_id = $1 and r.ended_at is null)
          + (select count(*) from instances where provider_id = $1 and state in ('pending', 'active', 'deleting'))
          + (select count(*) from pool_entries where provider_id = $1 and ends_at = 'infinity') as count`,
      [provider],
    );
    return Number(count);
  };
  it('accepts nothing any more', async () => {
    const zone = 'nothing';
    const { provider, pool } = await first.provider(CAPACITY, { zone });
    await retire(provider).expect(200);
    const refused = { result: 'error', message: expect.stringContaining('retired') };
    expect(await increase(provider)).toMatchObject(refused);
    expect(await increase(pool)).toMatchObject(refused);
    expect(await boot(first, { 'provider-id': provider })).toMatchObject(refused);
    const elements = { elements: [`ResourceProvider:${provider}`] };
    expect(await reserve(first, zone, [hour(9), hour(10)], {}, elements)).toMatchObject(refused);
    for (const action of ['discover', 'reconcile', 'withdraw']) {
      const { body } = await first.http.post(`/providers/${provider}/${action}`).expect(409);
      expect(body).toMatchObject({ code: 'provider-retired' });
    }
    const { lookedAt } = await read(provider);
    first.clock.advance(3600);
    await first.app.get(Rediscovery, { strict: false }).tick();
    expect(await read(provider)).toMatchObject({ state: 'retired', lookedAt });
  });

  it('is in service again, without any capacity, when the same platform is registered', async () => {
    const zone = 'again';
    const { 'provider-id': provider } = await register(zone);
    const pool = (await increase(provider))['pool-id'];
    await retire(provider).expect(200);
    const answer = await register(zone, { username: 'another', password: 'another' });
    expect(answer).toMatchObject({ result: 'ok', 'provider-id': provider, state: 'active' });
    expect(await read(provider)).toMatchObject({ state: 'active', username: 'another' });
    expect(await isSealed(provider)).toBe(true);
    expect((await first.http.get(`/pools/${pool}`)).body).toMatchObject({ ended: fromNow(first, 0) });
    expect((await capacityAt(first, zone, undefined, 'total')).cores).toBe(0);
    await first.operation('increase-capacity', { source: provider, capacity: CAPACITY });
    expect(await boot(first, { 'provider-id': provider })).toMatchObject({ result: 'ok' });
    expect((await first.http.post(`/providers/${provider}/discover`)).status).toBe(200);
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'has nothing on it, whatever is asked of it in that moment (%i)',
    async (round) => {
      const zone = `race-${round}`;
      const { provider } = await first.provider(CAPACITY, { zone });
      const elements = { elements: [`ResourceProvider:${provider}`] };
      const retireBoth = () => Promise.all([first, second].map((service) => retire(provider, service)));
      // In half of the rounds the retirement starts some milliseconds before the other requests.
      const begun = round % 2 === 0 ? retireBoth() : undefined;
      await pause(round);
      const asking = Promise.all(
        [first, second].flatMap((service) => [
          increase(provider, service),
          ...Array.from({ length: 6 }, () => reserve(service, zone, [hour(9), hour(10)], { cores: 1 })),
          reserve(service, zone, [hour(9), hour(10)], {}, elements),
          boot(service, { 'provider-id': provider }),
        ]),
      );
      const statuses = (await (begun ?? retireBoth())).map(({ status }) => status);
      const answers = await asking;
      const { state } = await read(provider);
      expect(statuses.filter((status) => status === 200)).toHaveLength(state === 'retired' ? 1 : 0);
      if (state !== 'retired') return expect(statuses).toEqual([409, 409]);
      expect(await livingOn(provider)).toBe(0);
      expect(await isSealed(provider)).toBe(false);
      expect((await capacityAt(first, zone, hour(9), 'total')).cores).toBe(0);
      // Capacity declared before has ended with the provider. No other request was accepted.
      const taken = answers.filter(({ result, ...answer }) => result === 'ok' && !('pool-id' in answer));
      expect(taken).toEqual([]);
    },
  );

  it('is either registered or retired when both are asked in the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const zone = `both-${round}`;
      const { 'provider-id': provider } = await register(zone);
      const [{ status }, ...registered] = await Promise.all([
        retire(provider),
        ...[first, second].map((service) => register(zone, {}, service)),
      ]);
      expect(status).toBe(200);
      for (const answer of registered)
        expect(answer).toMatchObject({ result: 'ok', 'provider-id': provider });
      const { state } = await read(provider);
      expect(await isSealed(provider)).toBe(state === 'active');
      expect(await increase(provider)).toMatchObject({ result: state === 'active' ? 'ok' : 'error' });
    }
  });
});
