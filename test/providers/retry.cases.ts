import request from 'supertest';
import { CredentialsRefused, PlatformUnreachable, type Driver } from '../../src/providers/drivers/driver.js';
import { SimulatedDriver } from '../../src/providers/drivers/simulated.driver.js';
import type { Provider } from '../../src/providers/provider.js';
import { ProvidersRepository } from '../../src/providers/providers.repository.js';
import { ProvidersService } from '../../src/providers/providers.service.js';
import { Rediscovery } from '../../src/providers/rediscovery.worker.js';
import { KeyRotation } from '../../src/security/key-rotation.js';
import { CLOUD, NEW_KEY, OLD_KEY, startProviders, UNREACHABLE, type ProvidersApp } from './providers-app.js';

const discovered = { flavors: [], limits: { cores: 8 }, traits: { cpuArchitecture: 'arm64' } };

describe('retry', () => {
  let running: ProvidersApp;

  beforeEach(async () => {
    running = await startProviders();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await running.stop();
    await running.database.drop();
  });

  async function add(members: object): Promise<string> {
    const { body } = await request(running.app.getHttpServer()).post('/add-provider').send(members);
    expect(body.result).toBe('ok');
    return body['provider-id'];
  }

  async function find(id: string): Promise<Provider> {
    const provider = await running.app.get(ProvidersRepository).find(id);
    if (!provider) throw new Error(`there is no provider ${id}`);
    return provider;
  }

  const tick = (): Promise<number> => running.app.get(Rediscovery).tick();

  /** Makes every platform answer like this from now on. */
  function platformsAnswer(discover: Driver['discover']): jest.SpyInstance {
    const driver: Driver = running.app.get(SimulatedDriver);
    return jest.spyOn(driver, 'discover').mockImplementation(discover);
  }

  describe('a platform that could not be reached', () => {
    it('is looked at again with growing pauses until it answers', async () => {
      const id = await add({ ...UNREACHABLE, traits: { typeOfStorage: 'ssd' } });
      const pauses: number[] = [];
      for (let pause = 0; pauses.length < 4; pause += 1) {
        if ((await tick()) === 1) {
          pauses.push(pause);
          pause = 0;
        }
        running.clock.advance(1);
      }
      expect(pauses).toEqual([5, 10, 20, 40]);
      platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(80);
      expect(await tick()).toBe(1);
      expect(await find(id)).toMatchObject({
        state: 'active',
        lastError: undefined,
        limits: { cores: 8 },
        traits: { cpuArchitecture: 'arm64', typeOfStorage: 'ssd', rdmaSupported: false },
      });
      running.clock.advance(599);
      expect(await tick()).toBe(0);
      running.clock.advance(1);
      expect(await tick()).toBe(1);
    });

    it('is retried seldom when it answers that the credentials are wrong', async () => {
      const id = await add(UNREACHABLE);
      platformsAnswer(() => Promise.reject(new CredentialsRefused('the platform refuses the password')));
      running.clock.advance(5);
      await tick();
      expect(await find(id)).toMatchObject({
        state: 'error',
        lastError: 'the platform refuses the password',
      });
      running.clock.advance(3599);
      expect(await tick()).toBe(0);
      jest.restoreAllMocks();
      platformsAnswer(() => Promise.resolve(discovered));
      running.clock.advance(1);
      expect(await tick()).toBe(1);
      expect(await find(id)).toMatchObject({
        state: 'active',
        lastError: undefined,
        failingSince: undefined,
      });
    });

    it('is retried by one of two processes', async () => {
      await add(UNREACHABLE);
      const other = await startProviders(OLD_KEY, running.database);
      running.clock.advance(5);
      other.clock.instant = running.clock.instant;
      const looks = await Promise.all([tick(), other.app.get(Rediscovery).tick()]);
      expect(looks.sort()).toEqual([0, 1]);
      await other.stop();
    });

    it('is due again after a discovery that failed for a defect of ours', async () => {
      const id = await add(UNREACHABLE);
      const broken = platformsAnswer(() => Promise.reject(new Error('a defect')));
      running.clock.advance(5);
      await tick();
      expect(await find(id)).toMatchObject({
        state: 'pending',
        lastError: expect.stringContaining('the log'),
      });
      broken.mockImplementation(() => Promise.resolve(discovered));
      running.clock.advance(60);
      await tick();
      expect(await find(id)).toMatchObject({ state: 'active' });
    });

    it('keeps the data of a registration that is made during a discovery', async () => {
      const id = await add(UNREACHABLE);
      platformsAnswer(async () => {
        jest.restoreAllMocks();
        await add({ ...UNREACHABLE, username: 'successor' });
        throw new CredentialsRefused('the old password is wrong');
      });
      running.clock.advance(5);
      await tick();
      expect(await find(id)).toMatchObject({ state: 'pending', username: 'successor' });
    });

    it('keeps the flavors that were known of it', async () => {
      const id = await add(CLOUD);
      platformsAnswer(() => Promise.reject(new PlatformUnreachable('silence')));
      expect(await add({ ...CLOUD, username: 'successor' })).toBe(id);
      const provider = await find(id);
      expect(provider).toMatchObject({ state: 'pending', username: 'successor' });
      expect(provider.flavors.find(({ name }) => name === 'm1.small')).toMatchObject({
        id: '2',
        ram: 2048,
      });
    });
  });

  describe('the credential keys', () => {
    it('can be exchanged without registering anything anew', async () => {
      const id = await add(CLOUD);
      await running.stop();
      running = await startProviders(`${NEW_KEY},${OLD_KEY}`, running.database);
      const rotations = await running.app.get(KeyRotation).rotate('others');
      expect(rotations.map(({ rewrapped, unreadable }) => [rewrapped, unreadable])).toEqual(
        rotations.map(() => [0, []]),
      );
      await running.stop();
      running = await startProviders(NEW_KEY, running.database);
      const { connection } = await running.app.get(ProvidersService).platformOf(await find(id));
      expect(connection.password).toBe('correct horse');
      expect(JSON.stringify(connection)).not.toContain('horse');
    });
  });
});
