import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { DataSource } from 'typeorm';
import { readConfiguration } from '../../src/config/configuration.js';
import { createDataSource } from '../../src/database/data-source.js';
import {
  CredentialsRefused,
  PlatformRefused,
  PlatformUnreachable,
} from '../../src/providers/drivers/driver.js';
import { SimulatedServerEntity } from '../../src/providers/drivers/simulated-server.entity.js';
import { SIMULATED_FLAVORS, SimulatedDriver } from '../../src/providers/drivers/simulated.driver.js';
import { ProviderConnection } from '../../src/providers/provider-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const target = {
  endpoint: 'http://cloud.example',
  username: 'operator',
  tenant: { name: 'Tenant' },
  userDomainName: 'Default',
};
const connection = new ProviderConnection(target, 'secret');
const server = {
  instanceId: 'i1',
  deploymentId: 'd1',
  name: 'web',
  image: 'debian',
  flavor: 'm1.small',
  networks: [],
  amounts: { instances: 1, cores: 1, ram: 1024 },
};

describe('simulated driver', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, {
      poolSize: 2,
      entities: [SimulatedServerEntity],
    }).initialize();
  });
  afterEach(() => dataSource.query('delete from simulated_servers'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  function driver(milliseconds = 0): SimulatedDriver {
    const environment = {
      DATABASE_URL: 'postgres://127.0.0.1/none',
      CREDENTIAL_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
      AUTH: 'none',
      SIMULATED_BOOT_MILLISECONDS: String(milliseconds),
    };
    return new SimulatedDriver(
      readConfiguration(environment),
      dataSource.getRepository(SimulatedServerEntity),
    );
  }

  describe('SimulatedDriver', () => {
    it('lists its flavors', async () => {
      const { flavors } = await driver().discover(connection);
      expect(flavors).toEqual(SIMULATED_FLAVORS);
    });

    it('refuses the password "wrong", and does not answer at unreachable.invalid', async () => {
      const wrong = new ProviderConnection(target, 'wrong');
      const away = new ProviderConnection({ ...target, endpoint: 'http://unreachable.invalid' }, 'wrong');
      await expect(driver().discover(wrong)).rejects.toThrow(CredentialsRefused);
      await expect(driver().discover(away)).rejects.toThrow(PlatformUnreachable);
      await expect(driver().createServer(wrong, server)).rejects.toThrow(CredentialsRefused);
      await expect(driver().listServers(away)).rejects.toThrow(PlatformUnreachable);
    });

    it('boots a server in the time configured and finds it by either id', async () => {
      const simulated = driver(80);
      const { serverId } = await simulated.createServer(connection, server);
      expect(await simulated.findServer(connection, { serverId })).toMatchObject({ state: 'building' });
      while ((await simulated.findServer(connection, { serverId }))?.state === 'building') await pause(5);
      const known = { serverId, instanceId: 'i1', deploymentId: 'd1', createdAt: expect.any(Number) };
      const expected = { ...known, state: 'active' };
      expect(await simulated.findServer(connection, { instanceId: 'i1', deploymentId: 'd1' })).toEqual(
        expected,
      );
      expect(await simulated.listServers(connection)).toEqual([expected]);
    });

    it('makes one server of two equal requests, and another process sees the same one', async () => {
      const simulated = driver();
      const first = await simulated.createServer(connection, server);
      expect(await simulated.createServer(connection, server)).toEqual(first);
      expect(await simulated.listServers(connection)).toHaveLength(1);
      expect(await driver().createServer(connection, server)).toEqual(first);
      expect(await driver().listServers(connection)).toHaveLength(1);
    });

    it('fails to boot the image "fail" and refuses an unknown flavor', async () => {
      const simulated = driver();
      const { serverId } = await simulated.createServer(connection, { ...server, image: 'fail' });
      const found = await simulated.findServer(connection, { serverId });
      expect(found).toMatchObject({ state: 'error', reason: expect.stringContaining('fail') });
      const unknown = { ...server, instanceId: 'i2', flavor: 'm9' };
      await expect(simulated.createServer(connection, unknown)).rejects.toThrow(PlatformRefused);
    });

    it('deletes a server, also one that is not there, but none of another tenant', async () => {
      const simulated = driver();
      const { serverId } = await simulated.createServer(connection, server);
      const stranger = new ProviderConnection({ ...target, tenant: { name: 'Other' } }, 'secret');
      await simulated.deleteServer(stranger, serverId);
      expect(await simulated.findServer(stranger, { serverId })).toBeUndefined();
      expect(await simulated.listServers(connection)).toHaveLength(1);
      await simulated.deleteServer(connection, serverId);
      await simulated.deleteServer(connection, serverId);
      expect(await simulated.listServers(connection)).toEqual([]);
    });
  });

  describe('ProviderConnection', () => {
    it('shows its password only to a reader of that property', () => {
      expect(connection.password).toBe('secret');
      expect(JSON.stringify(connection) + inspect(connection, { showHidden: true })).not.toContain('secret');
    });
  });
});
