import { service } from '../support/shared-service.js';

describe('update-reservation to another zone', () => {
  beforeAll(async () => {
    await service.provider({ cores: 10, instances: 10, ram: 100_000, addresses: 10 }, { zone: 'north' });
    await service.provider({ cores: 4, instances: 10, ram: 100_000, addresses: 10 }, { zone: 'south' });
  });

  const available = async (zone: string): Promise<number> => {
    const window = { start: '2031-01-01T00:00:00Z', end: '2031-01-02T00:00:00Z' };
    const answer = await service.operation('query-capacity', { zone, window });
    return answer.utilization[0].capacity.cores as number;
  };
  const reserve = async (): Promise<string> => {
    const capacity = { cores: 3, addresses: 1 };
    const answer = await service.operation('create-reservation', { zone: 'north', capacity });
    return answer['reservation-id'] as string;
  };

  it('is admitted there and given up here, under the same id', async () => {
    const id = await reserve();
    const moved = await service.operation('update-reservation', { 'reservation-id': id, zone: 'south' });
    expect(moved).toEqual({ result: 'ok', message: 'reservation update successful' });
    expect([await available('north'), await available('south')]).toEqual([10, 1]);
    const details = (await service.http.get(`/reservations/${id}`)).body;
    expect(details).toMatchObject({ zone: 'south', capacity: { cores: 3, addresses: 1 } });
    expect(details.publicIps).toHaveLength(1);
    await service.operation('cancel-reservation', { 'reservation-id': id });
    expect([await available('north'), await available('south')]).toEqual([10, 4]);
  });

  it('changes nothing when it does not fit there', async () => {
    const id = await reserve();
    const body = { 'reservation-id': id, zone: 'south', capacity: { cores: 5 } };
    expect(await service.operation('update-reservation', body)).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 4 } },
    });
    expect([await available('north'), await available('south')]).toEqual([7, 4]);
    await service.operation('cancel-reservation', { 'reservation-id': id });
  });

  it('is refused while instances use it, also where it does not fit, and for an unknown zone', async () => {
    const capacity = { cores: 2, ram: 4096, instances: 2 };
    const reserved = await service.operation('create-reservation', { zone: 'north', capacity });
    const id = reserved['reservation-id'] as string;
    const order = { 'reservation-id': id, name: 'a', image: 'i', flavor: 'm1.tiny' };
    expect(await service.operation('create-instance', order)).toMatchObject({ result: 'ok' });
    const message = 'zone must not change while instances use the reservation';
    for (const capacity of [undefined, { cores: 5 }]) {
      const move = { 'reservation-id': id, zone: 'south', capacity };
      expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'error', message });
    }
    expect([await available('north'), await available('south')]).toEqual([8, 4]);
    const lost = await service.operation('update-reservation', { 'reservation-id': id, zone: 'nowhere' });
    expect(lost).toMatchObject({ result: 'error', message: "zone 'nowhere' is not known" });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });
});
