import {
  boot,
  capacityAt,
  fromNow,
  hour,
  instance,
  reservation,
  reserve,
  reserved,
  stopSound,
} from '../support/readings.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

describe('a restart', () => {
  let database: TestDatabase;
  let service: RunningService;
  const keys = { CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` };
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ database, environment: keys });
  });
  afterAll(async () => {
    await stopSound(service);
    await database.drop();
  });

  const restart = async (): Promise<void> => {
    const { clock } = service;
    await service.stop();
    service = await startService({ database, clock, environment: keys });
  };
  const everything = async () => ({
    capacity: await service.operation('query-capacity', { window: { start: hour(-20), end: hour(100) } }),
    reserved: await service.operation('query-reservation', { window: { start: hour(-20), end: hour(100) } }),
    compute: (await service.http.get('/reservation/compute/query').query({ limit: 100 }).send({})).body,
    network: (await service.http.get('/reservation/network/query').query({ limit: 100 }).send({})).body,
    pools: (await service.http.get('/pools').query({ limit: 100 })).body,
  });

  it('changes no answer', async () => {
    const { provider } = await service.provider({ cores: 8, ram: 8192, instances: 8, addresses: 8 });
    const capacity = { cores: 4, ram: 4096, instances: 4, addresses: 2 };
    const id = await reserved(service, 'z1', [undefined, hour(9)], capacity);
    await reserve(service, 'z1', [hour(8), hour(10)], { cores: 2, addresses: 1 });
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    await eventually(async () => expect((await instance(service, booted)).state).toBe('active'));
    await service.operation('decrease-capacity', {
      source: provider,
      start: hour(20),
      end: hour(30),
      capacity: { cores: 8 },
    });
    service.clock.advance(60);
    const gone = await reserved(service, 'z1', [hour(40), undefined], { cores: 1 });
    await service.operation('cancel-reservation', { 'reservation-id': gone });
    const before = await everything();
    await restart();
    expect(await everything()).toEqual(before);
  });

  it('lets a reservation that was made before it start on time, and its provider work on', async () => {
    const capacity = { cores: 1, ram: 512, instances: 1 };
    const id = await reserved(service, 'z1', [fromNow(service, 300), fromNow(service, 900)], capacity);
    await restart();
    service.clock.advance(300);
    expect((await reservation(service, id)).state).toBe('active');
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    await eventually(async () => expect((await instance(service, booted)).state).toBe('active'));
  });

  it('does not forget what ends while the service is down', async () => {
    const id = await reserved(service, 'z1', [undefined, fromNow(service, 60)], {
      cores: 1,
      ram: 512,
      instances: 1,
    });
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    const before = (await capacityAt(service, 'z1')).cores;
    await service.stop();
    service.clock.advance(60);
    service = await startService({ database, clock: service.clock, environment: keys });
    await eventually(async () => expect((await instance(service, booted)).state).toBe('deleted'));
    expect((await capacityAt(service, 'z1')).cores).toBe(before + 1);
  });
});
