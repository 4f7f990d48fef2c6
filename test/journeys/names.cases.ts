import { boot, hour, instance, reservation, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const ZONE = 'Zürich ☃ 🧮';

describe('names in any script', () => {
  let service: RunningService;
  let provider: string;
  beforeAll(async () => {
    service = await startService();
    ({ provider } = await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: ZONE }));
  });
  afterAll(() => stopSound(service));

  it('come back as they were sent', async () => {
    const name = 'snow ☃ man 🐘 "quoted" \\ %27';
    const booted = await boot(service, { 'provider-id': provider, name, image: 'образ' });
    expect(await instance(service, booted['instance-id'])).toMatchObject({
      name,
      image: 'образ',
      zone: ZONE,
    });
    const id = await reserved(service, ZONE, [hour(8), hour(9)], { cores: 1 });
    expect(await reservation(service, id)).toMatchObject({ zone: ZONE });
  });

  it('filter by zone in every query', async () => {
    const listed = await service.operation('query-capacity', { zone: ZONE });
    expect(listed.collections.length).toBeGreaterThan(0);
    const { status, body } = await service.http
      .get('/capacity/compute/query')
      .query({ zoneId: ZONE, computeResourceTypeId: 'cpuCores' });
    expect([status, body.zoneId]).toEqual([200, ZONE]);
  });

  it('need not be unique: ids identify', async () => {
    const one = await boot(service, { 'provider-id': provider, name: 'same' });
    const two = await boot(service, { 'provider-id': provider, name: 'same' });
    expect([one.result, two.result]).toEqual(['ok', 'ok']);
    expect(one['instance-id']).not.toBe(two['instance-id']);
  });

  it('of a zone default to the region, then to "default"', async () => {
    const zoneOf = async (members: object) => {
      const body = {
        'provider-type': 'Simulated',
        endpoint: 'http://names.example',
        username: 'u',
        password: 'p',
        ...members,
      };
      const added = await service.operation('add-provider', body);
      return (await service.http.get(`/providers/${added['provider-id']}`)).body.zone;
    };
    expect(await zoneOf({ region: 'north', zone: 'z9' })).toBe('z9');
    expect(await zoneOf({ region: 'north' })).toBe('north');
    expect(await zoneOf({})).toBe('default');
    expect(await service.operation('query-capacity', { zone: 'default' })).toMatchObject({
      result: 'ok',
      collections: [],
    });
  });
});
