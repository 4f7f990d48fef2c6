import { alone, capacityAt, hour, reservation, reserve } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const FOUR = { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } };

describe('concrete addresses', () => {
  const addressesOf = async (service: RunningService, made: Record<string, any>): Promise<string[]> => {
    expect(made).toMatchObject({ result: 'ok' });
    return (await reservation(service, made['reservation-id'] as string)).publicIps as string[];
  };

  it('are assigned at creation from the configured ranges, never twice at one instant', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      const first = await addressesOf(
        service,
        await reserve(service, 'z1', [hour(8), hour(10)], { addresses: 3 }),
      );
      const second = await addressesOf(
        service,
        await reserve(service, 'z1', [hour(9), hour(11)], { addresses: '3' }),
      );
      expect(new Set([...first, ...second]).size).toBe(6);
      for (const address of [...first, ...second]) expect(address).toMatch(/^203\.0\.113\.[1-6]$/);
      const later = await addressesOf(
        service,
        await reserve(service, 'z1', [hour(10), hour(11)], { addresses: 3 }),
      );
      expect(later.sort()).toEqual(first.sort());
    }, FOUR));

  it('are a conflict where the ranges are used up, though the pool says there are more', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      await reserve(service, 'z1', [hour(8), hour(10)], { addresses: 4 });
      const refused = await reserve(service, 'z1', [hour(9), hour(11)], { addresses: 3 });
      expect(refused).toMatchObject({ result: 'conflict', offer: { maxCapacity: { addresses: 2 } } });
      expect(await capacityAt(service, 'z1', hour(9), 'reserved')).toEqual({ addresses: 4 });
      expect(await reserve(service, 'z1', [hour(9), hour(11)], { addresses: 2 })).toMatchObject({
        result: 'ok',
      });
    }, FOUR));

  it('stay the same through an update that keeps them, and are free at once when it gives them up', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      const made = await reserve(service, 'z1', [hour(8), hour(10)], { addresses: 4 });
      const before = await addressesOf(service, made);
      const update = (members: object) =>
        service.operation('update-reservation', { 'reservation-id': made['reservation-id'], ...members });
      expect(await update({ end: hour(12) })).toMatchObject({ result: 'ok' });
      expect(await addressesOf(service, made)).toEqual(before);
      expect(await update({ capacity: { addresses: 6 } })).toMatchObject({ result: 'ok' });
      const grown = await addressesOf(service, made);
      expect(grown).toEqual(expect.arrayContaining(before));
      expect(await update({ capacity: { addresses: 1 } })).toMatchObject({ result: 'ok' });
      expect(before).toEqual(expect.arrayContaining(await addressesOf(service, made)));
      expect(await reserve(service, 'z1', [hour(8), hour(12)], { addresses: 5 })).toMatchObject({
        result: 'ok',
      });
      expect(await update({ capacity: { addresses: 2 } })).toMatchObject({ result: 'conflict' });
    }, FOUR));

  it('never change under a reservation: where one is taken later, an extension into that time is a conflict', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      const first = await reserve(service, 'z1', [hour(8), hour(10)], { addresses: 2 });
      const second = await reserve(service, 'z1', [hour(10), hour(12)], { addresses: 2 });
      const before = await addressesOf(service, first);
      expect((await addressesOf(service, second)).sort()).toEqual([...before].sort());
      const longer = { 'reservation-id': first['reservation-id'], end: hour(11) };
      const answer = await service.operation('update-reservation', longer);
      expect(await addressesOf(service, first)).toEqual(before);
      expect(answer).toMatchObject({ result: 'conflict', offer: { maxCapacity: expect.anything() } });
    }, FOUR));

  it('are free again after a cancellation and after the end', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      const made = await reserve(service, 'z1', [undefined, hour(10)], { addresses: 6 });
      expect(await reserve(service, 'z1', [undefined, hour(10)], { addresses: 1 })).toMatchObject({
        result: 'conflict',
      });
      await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
      expect(await reserve(service, 'z1', [undefined, hour(10)], { addresses: 6 })).toMatchObject({
        result: 'ok',
      });
      service.clock.advance(48 * 3600);
      expect(await reserve(service, 'z1', [undefined, undefined], { addresses: 6 })).toMatchObject({
        result: 'ok',
      });
    }, FOUR));

  it('come from the networks an operator names with the capacity', () =>
    alone(async (service) => {
      const { provider: source } = await service.provider({}, { zone: 'named' });
      const publicIps = ['198.51.100.0/30', '192.0.2.8/31'];
      expect(
        await service.operation('increase-capacity', { source, capacity: { addresses: 10 }, publicIps }),
      ).toMatchObject({ result: 'ok' });
      const found = await addressesOf(
        service,
        await reserve(service, 'named', [hour(8), hour(9)], { addresses: 4 }),
      );
      expect(found.sort()).toEqual(['192.0.2.8', '192.0.2.9', '198.51.100.1', '198.51.100.2']);
      expect(await reserve(service, 'named', [hour(8), hour(9)], { addresses: 1 })).toMatchObject({
        result: 'conflict',
      });
    }));

  it('are not given out of one network in two zones', () =>
    alone(async (service) => {
      await service.provider({ addresses: 5 }, { zone: 'a' });
      await service.provider({ addresses: 5 }, { zone: 'b' });
      const one = await addressesOf(
        service,
        await reserve(service, 'a', [hour(8), hour(9)], { addresses: 5 }),
      );
      const two = await addressesOf(
        service,
        await reserve(service, 'b', [hour(8), hour(9)], { addresses: 5 }),
      );
      expect(new Set([...one, ...two]).size).toBe(10);
      const { provider: source } = await service.provider({}, { zone: 'c' });
      const network = `${one[0].split('.').slice(0, 3).join('.')}.0/24`;
      const taken = await service.operation('increase-capacity', {
        source,
        capacity: { addresses: 1 },
        publicIps: [network],
      });
      expect(taken).toMatchObject({
        result: expect.stringMatching(/conflict|error/),
        message: expect.any(String),
      });
      expect(await capacityAt(service, 'c')).toEqual({});
    }));

  it.each(['203.0.113.7/24', '203.0.113.0/33', 'nowhere', '2001:db8::/64', 7])(
    '%p is no network: refused',
    (network) =>
      alone(async (service) => {
        const { provider: source } = await service.provider({});
        const body = { source, capacity: { addresses: 1 }, publicIps: [network] };
        expect(await service.operation('increase-capacity', body)).toMatchObject({
          result: 'error',
          message: expect.stringContaining('publicIps'),
        });
      }),
  );
});
