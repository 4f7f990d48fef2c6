import { formatInstant } from '../../src/kernel/time-window.js';
import { startService, type RunningService } from '../support/service.js';

const OK = { result: 'ok' };
const beyond = (sum: number, when: string) => ({
  result: 'error',
  message: `capacity.cores: the tenant would hold ${sum} at ${when}, and may hold 10`,
});

describe('limits per tenant', () => {
  let service: RunningService;
  let provider: string;

  beforeEach(async () => {
    service = await startService({ environment: { TENANT_LIMITS: 'cores:10,instances:4' } });
    ({ provider } = await service.provider({ cores: 100, ram: 100_000, instances: 100 }));
  });
  afterEach(() => service.stop());

  const at = (seconds: number): string => formatInstant(service.clock.now() + seconds);

  async function reserve(
    tenant: string | undefined,
    cores: number,
    start: number,
    end: number,
    more: object = {},
  ) {
    const request = service.http.post('/create-reservation');
    if (tenant !== undefined) request.set('Headroom-Tenant', tenant);
    const body = { zone: 'z1', start: at(start), end: at(end), capacity: { cores: String(cores) }, ...more };
    return (await request.send(body)).body as Record<string, string>;
  }
  it('of one zone send a request without a zone to another', async () => {
    await service.provider({ cores: 20 }, { zone: 'small' });
    expect(await reserve('red', 10, 0, 100)).toMatchObject(OK);
    const inAnyZone = { zone: undefined };
    expect(await reserve('red', 5, 0, 100, inAnyZone)).toMatchObject(OK);
    expect(await reserve('red', 5, 0, 100, { zone: 'small' })).toMatchObject(OK);
    expect(await reserve('red', 5, 0, 100, inAnyZone)).toMatchObject({ result: 'error' });
    expect(await reserve('red', 5, 0, 100, { ...inAnyZone, wait: true })).toMatchObject({ result: 'error' });
  });

  it('hold at every instant: only overlapping reservations add up', async () => {
    expect(await reserve('red', 6, 100, 200)).toMatchObject(OK);
    expect(await reserve('red', 6, 200, 300)).toMatchObject(OK);
    expect(await reserve('red', 4, 100, 300)).toMatchObject(OK);
    expect(await reserve('red', 1, 199, 201)).toMatchObject(beyond(11, at(199)));
    expect(await reserve('red', 1, 50, 101)).toMatchObject(beyond(11, at(100)));
    expect(await reserve('red', 10, 300, 400)).toMatchObject(OK);
  });

  it('count each tenant separately, and no request without a tenant', async () => {
    expect(await reserve('red', 10, 0, 100)).toMatchObject(OK);
    expect(await reserve('blue', 10, 0, 100)).toMatchObject(OK);
    expect(await reserve(undefined, 50, 0, 100)).toMatchObject(OK);
    expect(await reserve('red', 1, 0, 100)).toMatchObject({ result: 'error' });
  });

  it('hold under concurrency: of twenty at once as many are admitted as may be', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserve('red', 3, 0, 100)));
    expect(answers.filter(({ result }) => result === 'ok')).toHaveLength(3);
  });

  it('leave the reservation itself out of an update, and hold for what it becomes', async () => {
    const made = await reserve('red', 6, 0, 100);
    expect(await reserve('red', 4, 50, 150)).toMatchObject(OK);
    const update = (change: object) =>
      service.operation('update-reservation', { 'reservation-id': made['reservation-id'], ...change });
    expect(await update({ capacity: { cores: '7' } })).toMatchObject(beyond(11, at(50)));
    expect(await update({ capacity: { cores: '7' }, end: at(50) })).toMatchObject(OK);
    expect(await update({ capacity: { cores: '11' } })).toMatchObject(beyond(11, at(0)));
  });

  it('give back what is canceled', async () => {
    const made = await reserve('red', 10, 0, 100);
    await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
    expect(await reserve('red', 10, 0, 100)).toMatchObject(OK);
  });

  it('go along to another zone, where they are counted anew', async () => {
    await service.provider({ cores: 100 }, { zone: 'z2' });
    expect(await reserve('red', 8, 0, 100, { zone: 'z2' })).toMatchObject(OK);
    const made = await reserve('red', 8, 0, 100);
    const moved = { 'reservation-id': made['reservation-id'], zone: 'z2' };
    expect(await service.operation('update-reservation', moved)).toMatchObject(beyond(16, at(0)));
    const less = { ...moved, capacity: { cores: '2' } };
    expect(await service.operation('update-reservation', less)).toMatchObject(OK);
    const { body } = await service.http.get(`/reservations/${made['reservation-id']}`);
    expect(body).toMatchObject({ zone: 'z2', tenant: 'red' });
  });

  it('do not keep a reservation from being restored', async () => {
    await reserve('red', 10, 0, 1000);
    const all = { source: provider, capacity: { cores: 100 } };
    await service.operation('decrease-capacity', { ...all, force: true });
    expect(await service.operation('increase-capacity', all)).toMatchObject(OK);
    expect(await reserve('red', 1, 0, 100)).toMatchObject(beyond(11, at(0)));
  });

  it('refuse in Group B as a policy does', async () => {
    const body = { zoneId: 'z1', endTime: at(100), computePoolReservation: { numVcInstances: 5 } };
    const request = service.http.post('/reservation/compute/create').set('Headroom-Tenant', 'red');
    const answer = await request.send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'policy-violated' });
  });

  it('refuse a name that is none', async () => {
    expect(await reserve('two words', 1, 0, 100)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('Headroom-Tenant'),
    });
  });
});

describe('a limit of a tenant that is named', () => {
  const started = async (limits: string): Promise<RunningService> => {
    const service = await startService({ environment: { TENANT_LIMITS: limits } });
    await service.provider({ cores: 100, ram: 100_000, instances: 100 });
    return service;
  };
  const reserve = async (service: RunningService, tenant: string, capacity: object) => {
    const request = service.http.post('/create-reservation').set('Headroom-Tenant', tenant);
    return (await request.send({ zone: 'z1', capacity })).body as object;
  };
  const refused = (name: string, sum: number, most: number) => ({
    result: 'error',
    message: expect.stringMatching(
      `^capacity.${name}: the tenant would hold ${sum} at .*, and may hold ${most}$`,
    ),
  });

  it('takes the place of the default for its class alone', async () => {
    const service = await started('cores:10,red/cores:20,instances:4,a/b/cores:0');
    expect(await reserve(service, 'red', { cores: 20, instances: 4 })).toMatchObject(OK);
    expect(await reserve(service, 'red', { cores: 1 })).toMatchObject(refused('cores', 21, 20));
    expect(await reserve(service, 'red', { instances: 1 })).toMatchObject(refused('instances', 5, 4));
    expect(await reserve(service, 'blue', { cores: 11 })).toMatchObject(refused('cores', 11, 10));
    expect(await reserve(service, 'a/b', { cores: 1 })).toMatchObject(refused('cores', 1, 0));
    await service.stop();
  });

  it('leaves the others without a limit where there is no default', async () => {
    const service = await started('red/cores:5');
    expect(await reserve(service, 'red', { cores: 6 })).toMatchObject(refused('cores', 6, 5));
    expect(await reserve(service, 'blue', { cores: 50 })).toMatchObject(OK);
    await service.stop();
  });

  it.each(['red/cores:1,red/cores:2', '/cores:1', 'red/:1', 'red/cores', 'cores:1,cores:2'])(
    'is refused at the start as %s',
    async (limits) => {
      await expect(startService({ environment: { TENANT_LIMITS: limits } })).rejects.toThrow('TENANT_LIMITS');
    },
  );
});
