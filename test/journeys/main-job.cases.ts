import { startService, type RunningService } from '../support/service.js';
import { eventually } from '../support/eventually.js';

describe('the main job', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('goes from a provider to an instance and back', async () => {
    const operation = (name: string, body: object) => service.operation(name, body);
    const added = await operation('add-provider', {
      'provider-type': 'simulated',
      endpoint: 'http://cloud.example:5000/v3',
      username: 'operator',
      password: 'secret',
      region: 'north',
      tenant: { id: 't1', name: 'Tenant' },
    });
    expect(added).toMatchObject({ result: 'ok' });

    const capacity = { cores: '10', ram: '20480', instances: '10', addresses: '4' };
    const increased = await operation('increase-capacity', { source: added['provider-id'], capacity });
    expect(increased).toMatchObject({ result: 'ok', message: 'capacity increase successful' });

    const reserved = await operation('create-reservation', {
      zone: 'north',
      capacity: { cores: '4', ram: '8192', instances: '2', addresses: '1' },
    });
    expect(reserved).toMatchObject({ result: 'ok', message: 'reservation request accepted' });

    const figure = async (metric: string) => {
      const answer = await operation('query-capacity', {
        capacity: metric,
        zone: 'north',
        window: { start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' },
      });
      expect(answer.result).toBe('ok');
      return answer.utilization[0];
    };
    expect(await figure('available')).toMatchObject({
      timestamp: '2030-01-01T00:00:00Z',
      capacity: { cores: 6, ram: 12288, instances: 8, addresses: 3 },
    });

    const created = await operation('create-instance', {
      'reservation-id': reserved['reservation-id'],
      name: 'web-1',
      image: 'debian-13',
      flavor: 'm1.small',
    });
    expect(created).toMatchObject({ result: 'ok', message: 'create-instance request accepted' });
    expect(await figure('reserved')).toMatchObject({ capacity: { cores: 3, ram: 6144, instances: 1 } });
    expect(await figure('usage')).toMatchObject({ capacity: { cores: 1, ram: 2048, instances: 1 } });
    const stateOf = async () => (await service.http.get(`/instances/${created['instance-id']}`)).body.state;
    await eventually(async () => expect(await stateOf()).toBe('active'));

    const destroyed = await operation('destroy-instance', { 'instance-id': created['instance-id'] });
    expect(destroyed).toEqual({
      result: 'ok',
      message: 'instance destroyed and resource released back to pool',
    });
    expect(await figure('reserved')).toMatchObject({ capacity: { cores: 4, ram: 8192, instances: 2 } });
    await eventually(async () => expect(await stateOf()).toBe('deleted'));

    const cancelled = await operation('cancel-reservation', { 'reservation-id': reserved['reservation-id'] });
    expect(cancelled).toEqual({ result: 'ok', message: 'reservation canceled' });
    expect(await figure('available')).toMatchObject({ capacity: { cores: 10, ram: 20480, instances: 10 } });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });
});
