import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { onServer } from '../support/postgres.js';
import type { FakeRequest } from '../support/fake-openstack.js';
import { availableCores, boot, fromNow, instance, reserve } from '../support/readings.js';
import { startService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';
import { createTestDatabase } from '../support/test-database.js';
import { bootAll, openstackCloud, type OpenstackCloud } from './clouds.js';

const AMPLE = { cores: 100, ram: 65_536, instances: 100 };
/** Calls to a platform time out after 20 seconds. */
const LESS_THAN_A_CALL_TAKES = 15_000;
/** The driver makes a call this often while the platform is busy. */
const ATTEMPTS = 3;
const SILENCE = new Promise<undefined>(() => undefined);

const isServers = ({ path }: FakeRequest): boolean => path.includes('/servers');
const isCreation = (request: FakeRequest): boolean => request.method === 'POST' && isServers(request);

describe('worker', () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeEach(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider(AMPLE, { ...cloud.registration, zone: 'z1' }));
  });
  afterEach(() => cloud.stop());
  const creations = (): FakeRequest[] => cloud.fake.requests.filter(isCreation);

  async function begin(): Promise<string> {
    const accepted = await boot(cloud.service, { 'provider-id': provider });
    expect(accepted).toMatchObject({ result: 'ok' });
    return accepted['instance-id'] as string;
  }

  /** Restores the normal behaviour of the fake. */
  function recover(): void {
    cloud.fake.intercept = () => {
      bootAll(cloud.fake);
      return undefined;
    };
  }

  function becomes(id: string, state: string): Promise<void> {
    return eventually(async () => expect((await instance(cloud.service, id)).state).toBe(state));
  }

  describe('a platform that does not answer', () => {
    it('delays only its own instances, and no stop of the service', async () => {
      cloud.fake.intercept = (request) => (isServers(request) ? SILENCE : undefined);
      for (let count = 0; count < 20; count++) await begin();
      await eventually(() => Promise.resolve(expect(cloud.fake.requests.some(isServers)).toBe(true)));

      const { provider: other } = await cloud.service.provider(AMPLE, { zone: 'z2' });
      const answered = (await boot(cloud.service, { 'provider-id': other }))['instance-id'] as string;
      await eventually(
        async () => expect((await instance(cloud.service, answered)).state).toBe('active'),
        LESS_THAN_A_CALL_TAKES,
      );

      const before = performance.now();
      await cloud.service.app.close();
      expect(performance.now() - before).toBeLessThan(LESS_THAN_A_CALL_TAKES);
      const leased = await onServer(cloud.service.database.url, (client) =>
        client.query(`select from instances where leased_until > now()`),
      );
      expect(leased.rowCount).toBe(0);
    });
  });

  describe('a platform that fails for a while', () => {
    it('is tried again, and the instance says why until it is up', async () => {
      cloud.fake.intercept = (request) => (isCreation(request) ? { status: 503 } : undefined);
      const id = await begin();
      await eventually(async () =>
        expect(await instance(cloud.service, id)).toMatchObject({
          state: 'pending',
          failure: 'the compute service answers 503',
        }),
      );
      recover();
      await becomes(id, 'active');
      expect((await instance(cloud.service, id)).failure).toBeUndefined();
    });

    it('is not asked again before the time that its Retry-After names', async () => {
      const asked: number[] = [];
      cloud.fake.intercept = (request) => {
        bootAll(cloud.fake);
        if (!isCreation(request) || asked.push(performance.now()) > 1) return undefined;
        return { status: 429, headers: { 'retry-after': '7' } };
      };
      await becomes(await begin(), 'active');
      expect(asked[1] - asked[0]).toBeGreaterThanOrEqual(7_000);
    });

    it('gets delete requests until a server is gone, and the instance says why it is not', async () => {
      const id = await begin();
      await becomes(id, 'active');
      cloud.fake.intercept = ({ method }) => (method === 'DELETE' ? { status: 409 } : undefined);
      await cloud.service.operation('destroy-instance', { 'instance-id': id });
      expect(await availableCores(cloud.service, 'z1')).toBe(100);
      await eventually(async () =>
        expect(await instance(cloud.service, id)).toMatchObject({
          state: 'deleting',
          failure: 'the compute service answers 409',
        }),
      );
      cloud.fake.intercept = () => undefined;
      await becomes(id, 'deleted');
      expect((await instance(cloud.service, id)).failure).toBeUndefined();
      expect(cloud.fake.servers).toEqual([]);
    });

    it('makes one server of a creation whose answer was lost', async () => {
      let isLost = false;
      cloud.fake.intercept = (request) => {
        bootAll(cloud.fake);
        if (!isCreation(request) || isLost) return undefined;
        isLost = true;
        const { name, metadata } = request.content.server;
        cloud.fake.servers.push({
          id: 's1',
          name,
          metadata,
          status: 'BUILD',
          created: '2030-01-01T00:00:00Z',
        });
        return { status: 503 };
      };
      const id = await begin();
      await becomes(id, 'active');
      expect(await instance(cloud.service, id)).toMatchObject({ serverId: 's1' });
      expect(cloud.fake.servers).toHaveLength(1);
    });

    it('loses an instance whose server disappears while it is made', async () => {
      cloud.fake.intercept = () => undefined;
      const id = await begin();
      await eventually(async () => expect((await instance(cloud.service, id)).serverId).toBeDefined());
      cloud.fake.servers.splice(0);
      await becomes(id, 'error');
      expect(await availableCores(cloud.service, 'z1')).toBe(100);
    });
  });

  describe('an instance that another worker has taken over while its server was created', () => {
    it('has that server, and stays with the other worker', async () => {
      const { url } = cloud.service.database;
      const leases = () =>
        onServer(url, (client) =>
          client.query<{ leased_until: Date }>(
            'select leased_until from instances where server_id is not null',
          ),
        );
      const until = new Date('2100-01-01T00:00:00Z');
      cloud.fake.intercept = async (request) => {
        if (isCreation(request))
          await onServer(url, (client) => client.query('update instances set leased_until = $1', [until]));
        return undefined;
      };
      const id = await begin();
      await eventually(async () => expect((await instance(cloud.service, id)).serverId).toBeDefined());
      expect((await leases()).rows).toEqual([{ leased_until: until }]);
      expect(cloud.fake.servers).toHaveLength(1);
    });
  });

  describe('an instance that is ended while it is being created', () => {
    it('leaves no server behind', async () => {
      let answer = (): void => undefined;
      const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
      cloud.fake.intercept = (request) => (isCreation(request) ? held : undefined);
      const id = await begin();
      await eventually(() => Promise.resolve(expect(creations()).toHaveLength(1)));
      await cloud.service.operation('destroy-instance', { 'instance-id': id });
      await pause(300);
      answer();
      await becomes(id, 'deleted');
      expect(cloud.fake.servers).toEqual([]);
      expect(creations()).toHaveLength(1);
    });
  });

  describe('a reservation that follows another', () => {
    const capacity = { cores: 1, ram: 512, instances: 1 };
    const held = async (start: number | undefined, end: number): Promise<string> => {
      const { service } = cloud;
      const window = [
        start === undefined ? undefined : fromNow(service, start),
        fromNow(service, end),
      ] as const;
      return (await reserve(service, 'z1', window, capacity))['reservation-id'] as string;
    };
    /** A platform with room for one server, which removes none until the function that this returns is called. */
    const isSmall = (): (() => void) => {
      const { fake } = cloud;
      let isSlow = true;
      const deleted: string[] = [];
      fake.intercept = (request) => {
        bootAll(fake);
        if (isCreation(request) && fake.servers.length > 0) {
          return {
            status: 403,
            content: { forbidden: { code: 403, message: 'Quota exceeded for instances' } },
          };
        }
        if (request.method !== 'DELETE' || !isSlow) return undefined;
        deleted.push(request.path);
        return { status: 204 };
      };
      return () => {
        isSlow = false;
        const isLeft = ({ id }: { id?: unknown }) => !deleted.some((path) => path.endsWith(String(id)));
        fake.servers.splice(0, Infinity, ...fake.servers.filter(isLeft));
      };
    };

    it('gets its instances, though the platform still has those of the reservation before', async () => {
      const removeDeleted = isSmall();
      const [first, second] = [await held(undefined, 600), await held(600, 1200)];
      const old = (await boot(cloud.service, { 'reservation-id': first }))['instance-id'] as string;
      await becomes(old, 'active');
      cloud.service.clock.advance(600);
      const next = (await boot(cloud.service, { 'reservation-id': second }))['instance-id'] as string;
      await eventually(async () =>
        expect((await instance(cloud.service, next)).failure).toMatch(/Quota exceeded/),
      );
      removeDeleted();
      await becomes(next, 'active');
      await becomes(old, 'deleted');
    });

    it('gets another server when the removal of the failed one is accepted, but not confirmed', async () => {
      const old = await begin();
      await becomes(old, 'active');
      let unconfirmed = 0;
      cloud.fake.intercept = ({ method, path }) => {
        const server = cloud.fake.servers.find(({ id }) => path.endsWith(`/${String(id)}`));
        if (method === 'DELETE') return server?.status === 'ACTIVE' ? { status: 409 } : undefined;
        const isOfRemoved = /\/servers\/(?!detail)/.test(path) && !server;
        return isOfRemoved && unconfirmed++ < ATTEMPTS ? { status: 503 } : undefined;
      };
      await cloud.service.operation('destroy-instance', { 'instance-id': old });
      const next = await begin();
      await eventually(async () => expect((await instance(cloud.service, next)).serverId).toBeDefined());
      await cloud.fail((await instance(cloud.service, next)).serverId as string);
      await eventually(() => Promise.resolve(expect(unconfirmed).toBeGreaterThanOrEqual(ATTEMPTS)));
      recover();
      await becomes(next, 'active');
    });

    it('gets them also if the platform did not answer for an hour', async () => {
      const old = await begin();
      await becomes(old, 'active');
      cloud.fake.intercept = (request) => (isServers(request) ? { status: 503 } : undefined);
      await cloud.service.operation('destroy-instance', { 'instance-id': old });
      const next = await begin();
      await eventually(async () => expect((await instance(cloud.service, next)).failure).toMatch(/503/));
      // As after an hour of such answers.
      await cloud.service.dataSource.query(`update instances set attempts = 65 where id = $1`, [next]);
      const removeDeleted = isSmall();
      await eventually(async () =>
        expect((await instance(cloud.service, next)).failure).toMatch(/Quota exceeded/),
      );
      expect((await instance(cloud.service, next)).state).toBe('pending');
      removeDeleted();
      await becomes(next, 'active');
    });

    it('is refused at once if no deletion is about to make room', async () => {
      isSmall();
      await becomes(await begin(), 'active');
      const refused = await begin();
      await becomes(refused, 'error');
      expect((await instance(cloud.service, refused)).failure).toMatch(/Quota exceeded/);
    });
  });

  describe('workers whose clocks differ by hours', () => {
    it('take over from each other, and never do the same work twice', async () => {
      const database = await createTestDatabase();
      const environment = {
        PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8',
        CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      };
      const now = Math.floor(Date.now() / 1000);
      const start = (offset: number) =>
        startService({ database, environment, clock: new TestClock(now + offset) });
      const [ahead, behind] = [await start(7_200), await start(-7_200)];
      const registered = { 'provider-type': 'openstack', endpoint: cloud.fake.endpoint, zone: 'z1' };
      const { provider: shared } = await behind.provider(AMPLE, registered);

      // The service whose clock is ahead fails on every call and stops. The other service must take over without waiting for that clock.
      cloud.fake.intercept = (request) => (isServers(request) ? { status: 500 } : undefined);
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) {
        ids.push((await boot(ahead, { 'provider-id': shared }))['instance-id'] as string);
      }
      await eventually(async () => expect((await instance(ahead, ids[0])).failure).toBeDefined());
      recover();
      await ahead.stop();
      const allAre = (state: string): Promise<void> =>
        eventually(async () => {
          for (const id of ids) expect((await instance(behind, id)).state).toBe(state);
        }, 20_000);
      await allAre('active');

      const other = await start(7_200);
      for (let count = 0; count < 20; count++) {
        ids.push((await boot(behind, { 'provider-id': shared }))['instance-id'] as string);
      }
      await allAre('active');
      expect(cloud.fake.servers).toHaveLength(ids.length);
      const asked = creations().map(({ content }) => String(content.server.metadata['headroom-instance']));
      const answered = asked.filter((id) => ids.slice(10).includes(id));
      expect(new Set(answered).size).toBe(answered.length);
      await other.stop();
      await behind.stop();
      await database.drop();
    });
  });
});
