import request from 'supertest';
import type { ResourceAmounts } from '../../src/kernel/resource-amounts.js';
import { CredentialsRefused, PlatformUnreachable, type Driver } from '../../src/providers/drivers/driver.js';
import { SimulatedDriver } from '../../src/providers/drivers/simulated.driver.js';
import type { ProviderConnection } from '../../src/providers/provider-connection.js';
import { Rediscovery } from '../../src/providers/rediscovery.worker.js';
import { eventually } from '../support/eventually.js';
import { SealedSecrets } from '../../src/security/sealed-secrets.js';
import { credentialKeys as readKeys } from '../../src/config/parsers.js';
import { CLOUD, NEW_KEY, OLD_KEY, startProviders, type ProvidersApp } from './providers-app.js';
const others: ProvidersApp[] = [];

const discovered = { flavors: [], limits: { cores: 8 }, traits: {} };
const silence = () => new Promise<never>(() => undefined);
const unreachable = () => Promise.reject(new PlatformUnreachable('no route to host'));
const refused = () => Promise.reject(new CredentialsRefused('the platform refuses the password'));

describe('rediscovery', () => {
  let running: ProvidersApp;

  beforeEach(async () => {
    running = await startProviders();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const other of others.splice(0)) await other.stop();
    await running.stop();
    await running.database.drop();
  });

  const http = () => request(running.app.getHttpServer());
  const tick = ({ app } = running): Promise<number> => app.get(Rediscovery).tick();
  const add = async (members: object = CLOUD): Promise<string> =>
    (await http().post('/add-provider').send(members)).body['provider-id'];
  const read = async (id: string) => (await http().get(`/providers/${id}`).expect(200)).body;
  const discover = async (id: string) => (await http().post(`/providers/${id}/discover`)).body;

  function platformsAnswer(answer: (connection: ProviderConnection, signal: AbortSignal) => unknown) {
    const driver: Driver = running.app.get(SimulatedDriver);
    return jest.spyOn(driver, 'discover').mockImplementation(answer as Driver['discover']);
  }

  /** Another process on the same database, with its clock ahead by so many seconds. */
  async function another(ahead: number): Promise<ProvidersApp> {
    const other = await startProviders(OLD_KEY, running.database);
    others.push(other);
    other.clock.instant = running.clock.instant + ahead;
    return other;
  }

  describe('a platform that is known', () => {
    it('is discovered every REDISCOVER_SECONDS, and its new offers are stored', async () => {
      const id = await add();
      const platform = platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(599);
      expect(await tick()).toBe(0);
      running.clock.advance(1);
      expect(await tick()).toBe(1);
      expect(await read(id)).toMatchObject({
        state: 'active',
        limits: { cores: 8 },
        lookedAt: '2030-01-01T00:10:00Z',
        updatedAt: '2030-01-01T00:10:00Z',
      });
      running.clock.advance(600);
      expect(await tick()).toBe(1);
      expect(platform).toHaveBeenCalledTimes(2);
      expect(await read(id)).toMatchObject({
        lookedAt: '2030-01-01T00:20:00Z',
        updatedAt: '2030-01-01T00:10:00Z',
      });
    });

    it('says since when it fails, keeps what was known of it, and is active again as soon as it answers', async () => {
      const id = await add();
      const { flavors } = await read(id);
      platformsAnswer(unreachable);
      running.clock.advance(600);
      await tick();
      running.clock.advance(300);
      expect(await tick()).toBe(1);
      expect(await read(id)).toMatchObject({
        state: 'pending',
        lastError: 'no route to host',
        failingSince: '2030-01-01T00:10:00Z',
        lookedAt: '2030-01-01T00:15:00Z',
        flavors,
      });
      platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(300);
      expect(await tick()).toBe(1);
      const body = await read(id);
      expect(body).toMatchObject({ state: 'active', limits: { cores: 8 } });
      expect(body).not.toHaveProperty('lastError');
      expect(body).not.toHaveProperty('failingSince');
    });

    // Regression: a volume service that was down for a moment left no limit of its classes for REDISCOVER_SECONDS.
    it('keeps the limits of a part of it that does not answer, and no others', async () => {
      const id = await add();
      const rediscover = async (limits: ResourceAmounts, unread?: string[]) => {
        platformsAnswer(() => Promise.resolve({ ...discovered, limits, unread }));
        return (await discover(id)).limits;
      };
      expect(await rediscover({ cores: 8, gigabytes: 100, ports: 9 })).toEqual({
        cores: 8,
        gigabytes: 100,
        ports: 9,
      });
      expect(await rediscover({ cores: 4 }, ['gigabytes', 'volumes'])).toEqual({ cores: 4, gigabytes: 100 });
      platformsAnswer(() => Promise.resolve({ ...discovered, unread: ['gigabytes'] }));
      await add();
      expect(await read(id)).toMatchObject({ limits: { cores: 8, gigabytes: 100 } });
      expect(await rediscover({ cores: 4 })).toEqual({ cores: 4 });
    });

    it('is tried again after 5 seconds when it fails, and then after twice as long each time', async () => {
      await add();
      const platform = platformsAnswer(unreachable);
      running.clock.advance(600);
      expect(await tick()).toBe(1);
      for (const pause of [5, 10, 20]) {
        running.clock.advance(pause - 1);
        expect(await tick()).toBe(0);
        running.clock.advance(1);
        expect(await tick()).toBe(1);
      }
      expect(platform).toHaveBeenCalledTimes(4);
    });

    it('whose credentials stop working is in error, seldom tried, and active again once registered anew', async () => {
      const id = await add();
      const platform = platformsAnswer(refused);
      running.clock.advance(600);
      await tick();
      expect(await read(id)).toMatchObject({
        state: 'error',
        lastError: 'the platform refuses the password',
        failingSince: '2030-01-01T00:10:00Z',
      });
      running.clock.advance(3599);
      expect(await tick()).toBe(0);
      running.clock.advance(1);
      expect(await tick()).toBe(1);
      expect(platform).toHaveBeenCalledTimes(2);
      platform.mockRestore();
      expect(await add({ ...CLOUD, password: 'the new one' })).toBe(id);
      expect(await read(id)).toMatchObject({ state: 'active' });
    });
  });

  describe('POST /providers/{id}/discover', () => {
    it('runs at once, and answers with the updated provider', async () => {
      const id = await add();
      platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(60);
      expect(await discover(id)).toMatchObject({
        providerId: id,
        limits: { cores: 8 },
        lookedAt: '2030-01-01T00:01:00Z',
      });
      running.clock.advance(599);
      expect(await tick()).toBe(0);
    });

    it.each([
      ['pending', unreachable, 'no route to host'],
      ['error', refused, 'the platform refuses the password'],
    ])('a look that fails is an answer too: %s', async (state, fails, reason) => {
      const id = await add();
      platformsAnswer(fails);
      const answer = await http().post(`/providers/ResourceProvider:${id}/discover`).send({}).expect(200);
      expect(answer.body).toMatchObject({ state, lastError: reason });
      jest.restoreAllMocks();
      expect(await discover(id)).toMatchObject({ state: 'active' });
    });

    it('shares a discovery that is under way', async () => {
      const id = await add();
      let answer: (value: typeof discovered) => void = () => undefined;
      const platform = platformsAnswer(() => new Promise((resolve) => (answer = resolve)));
      const asked = Promise.all([discover(id), discover(id), discover(id)]);
      await eventually(async () => {
        const { body } = await http().get('/providers');
        expect(body.items).toHaveLength(1);
        expect(platform).toHaveBeenCalledTimes(1);
      });
      setTimeout(() => answer(discovered), 200);
      const states = (await asked).map(({ state }) => state);
      expect(states).toEqual(['active', 'active', 'active']);
      expect(platform).toHaveBeenCalledTimes(1);
    });

    it.each(['0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000', 'no-id', 'ResourcePool:x'])('404 for %s', async (id) => {
      const { body } = await http().post(`/providers/${id}/discover`).expect(404);
      expect(body.code).toBe('unknown-provider');
    });
  });

  it('a discovery under way counts even if the password is re-encrypted meanwhile', async () => {
    const id = await add();
    await running.stop();
    running = await startProviders(`${OLD_KEY},${NEW_KEY}`, running.database);
    const rewrapped = new SealedSecrets(readKeys(`${NEW_KEY},${OLD_KEY}`));
    platformsAnswer(async () => {
      const [{ sealed }] = await running.dataSource.query('select sealed_password as sealed from providers');
      await running.dataSource.query('update providers set sealed_password = $1', [rewrapped.rewrap(sealed)]);
      return discovered;
    });
    running.clock.advance(600);
    expect(await tick()).toBe(1);
    expect(await read(id)).toMatchObject({ limits: { cores: 8 }, lookedAt: '2030-01-01T00:10:00Z' });
  });

  // Regression: a process that had been frozen overwrote what another one had found since, and gave up that one's claim.
  it('a discovery counts only until another process has claimed the platform', async () => {
    const id = await add();
    running.clock.advance(600);
    platformsAnswer(async () => {
      await running.dataSource.query(`update providers set attempts = 0, leased_until = null`);
      return unreachable();
    });
    expect(await tick()).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'active' });
  });

  describe('discoveries of many platforms', () => {
    it('are not delayed by a platform that does not answer', async () => {
      const ids: string[] = [];
      for (let number = 0; number < 30; number += 1) {
        ids.push(await add({ ...CLOUD, endpoint: `http://cloud-${number}.example` }));
      }
      const platform = platformsAnswer(({ target: { endpoint } }) =>
        endpoint === 'http://cloud-0.example' ? silence() : Promise.resolve(discovered),
      );
      running.clock.advance(600);
      const rediscovery = running.app.get(Rediscovery);
      Rediscovery.prototype.onApplicationBootstrap.call(rediscovery);
      await eventually(async () => {
        const { body } = await http().get('/providers?limit=100');
        const fresh = body.items.filter((item: any) => item.lookedAt === '2030-01-01T00:10:00Z');
        expect(fresh.map((item: any) => item.providerId)).toEqual(ids.slice(1));
      }, 4_000);
      expect(platform).toHaveBeenCalledTimes(30);
    });

    // Regression: a platform that takes more than five seconds was never discovered, and a discovery on request made its healthy
    // provider pending.
    it('take as long as a slow platform needs, but those of a registration', async () => {
      const limits = jest.spyOn(AbortSignal, 'timeout');
      const id = await add();
      expect(limits.mock.calls.flat()).toContain(5_000);
      platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(600);
      await tick();
      await discover(id);
      await http().post(`/providers/${id}/discover`).set('Idempotency-Key', 'slow');
      expect(limits.mock.calls.flat().filter((limit) => limit === 25_000)).toHaveLength(3);
    });

    it('are made by one process at a time, whatever its clock', async () => {
      await add();
      const other = await another(7_200);
      let asked = 0;
      platformsAnswer(() => (asked++ === 0 ? silence() : Promise.resolve(discovered)));
      running.clock.advance(600);
      void tick();
      await eventually(async () => {
        const rows = await running.dataSource.query('select from providers where leased_until is not null');
        expect(rows).toHaveLength(1);
      });
      expect(await tick(other)).toBe(0);
      await running.dataSource.query(
        `update providers set leased_until = statement_timestamp() - interval '1 s'`,
      );
      expect(await tick(other)).toBe(1);
    });

    it('are aborted and given back when the process stops', async () => {
      const id = await add();
      const doomed = await another(600);
      const driver: Driver = doomed.app.get(SimulatedDriver);
      let seen: AbortSignal | undefined;
      jest.spyOn(driver, 'discover').mockImplementation((_, signal) => {
        seen = signal;
        return silence();
      });
      void tick(doomed);
      await eventually(() => Promise.resolve(expect(seen).toBeDefined()));
      const begun = performance.now();
      await doomed.app.get(Rediscovery).onModuleDestroy();
      expect(performance.now() - begun).toBeLessThan(2_000);
      expect(seen?.aborted).toBe(true);
      expect(await read(id)).toMatchObject({ state: 'active', lookedAt: '2030-01-01T00:00:00Z' });
      running.clock.advance(600);
      expect(await tick()).toBe(1);
    });
  });
});
