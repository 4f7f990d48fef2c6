import { alone, capacityAt, hour, reserve } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const NAMED = { environment: { PUBLIC_IP_RANGES: 'none' } };

/** Registers a provider with four cores and with addresses of a network. */
async function withNetwork(service: RunningService, addresses: number, network: string): Promise<string> {
  const { provider } = await service.provider({ cores: 4 });
  const more = { source: provider, capacity: { addresses }, publicIps: [network] };
  await service.operation('increase-capacity', more);
  return provider;
}

async function figures(service: RunningService, zone: string): Promise<Record<string, number>> {
  const metrics = ['total', 'available', 'reserved', 'usage'] as const;
  const rows = await Promise.all(metrics.map((metric) => capacityAt(service, zone, hour(8), metric)));
  return Object.fromEntries(metrics.map((metric, index) => [metric, rows[index].addresses]));
}

/** Group B's figures, as Group A names them. */
async function queried(
  service: RunningService,
  zone: string,
  [startTime, stopTime] = [hour(8), hour(9)],
): Promise<Record<string, number>> {
  const timePeriod = { startTime, stopTime };
  const asked = { networkResourceTypeId: 'publicIps', zoneId: zone, timePeriod };
  const { body } = await service.http.get('/capacity/network/query').send(asked);
  const { allocated, ...rest } = body.capacityInformation as Record<string, number>;
  return { ...rest, usage: allocated };
}

describe('the figures of addresses', () => {
  it('add up where a reservation in conflict keeps its addresses, and are those of both interfaces', () =>
    alone(async (service) => {
      const provider = await withNetwork(service, 4, '100.64.0.0/29');
      await reserve(service, 'z1', [hour(8), hour(9)], { cores: 3, addresses: 3 });
      expect(await figures(service, 'z1')).toEqual({ total: 4, available: 1, reserved: 3, usage: 0 });
      const loss = { source: provider, capacity: { cores: 2 }, force: true };
      expect(await service.operation('decrease-capacity', loss)).toMatchObject({ result: 'ok' });
      const inConflict = { total: 4, available: 3, reserved: 1, usage: 0 };
      expect(await figures(service, 'z1')).toEqual(inConflict);
      expect(await queried(service, 'z1')).toEqual(inConflict);
    }, NAMED));

  it('have a reservation in conflict as free where the configured ranges have more addresses for it', () =>
    alone(
      async (service) => {
        const { provider } = await service.provider({ cores: 4, addresses: 254 });
        await reserve(service, 'z1', [hour(8), hour(9)], { cores: 3, addresses: 100 });
        const loss = { source: provider, capacity: { cores: 2 }, force: true };
        expect(await service.operation('decrease-capacity', loss)).toMatchObject({ result: 'ok' });
        const inConflict = { total: 254, available: 254, reserved: 0, usage: 0 };
        expect(await figures(service, 'z1')).toEqual(inConflict);
        expect(await queried(service, 'z1')).toEqual(inConflict);
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.113.0/24,198.51.100.0/24' } },
    ));

  it('are those of the instant with the fewest free addresses, although fewer are declared at another one', () =>
    alone(async (service) => {
      const provider = await withNetwork(service, 10, '100.64.0.0/30');
      await reserve(service, 'z1', [hour(10), hour(11)], { addresses: 2 });
      const planned = { source: provider, start: hour(12), end: hour(13), capacity: { addresses: 9 } };
      expect(await service.operation('decrease-capacity', planned)).toMatchObject({ result: 'ok' });
      const inUse = { total: 2, available: 0, reserved: 2, usage: 0 };
      expect(await queried(service, 'z1', [hour(9), hour(14)])).toEqual(inUse);
      const reduced = { total: 1, available: 1, reserved: 0, usage: 0 };
      expect(await queried(service, 'z1', [hour(11), hour(14)])).toEqual(reduced);
    }, NAMED));

  it('add up where more are declared than there are', () =>
    alone(async (service) => {
      await withNetwork(service, 10, '100.64.0.0/30');
      const nothing = { total: 2, available: 2, reserved: 0, usage: 0 };
      expect(await figures(service, 'z1')).toEqual(nothing);
      await reserve(service, 'z1', [hour(8), hour(9)], { addresses: 1 });
      const one = { total: 2, available: 1, reserved: 1, usage: 0 };
      expect(await figures(service, 'z1')).toEqual(one);
      expect(await queried(service, 'z1')).toEqual(one);
    }, NAMED));

  it('count addresses of the configured ranges once where several zones could take them', () =>
    alone(
      async (service) => {
        for (const zone of ['z1', 'z2']) await service.provider({ addresses: 100 }, { zone });
        await reserve(service, 'z1', [hour(8), hour(9)], { addresses: 2 });
        const window = { start: hour(8), end: hour(9) };
        const told: Record<string, number> = {};
        for (const metric of ['total', 'available', 'reserved']) {
          const { utilization } = await service.operation('query-capacity', { capacity: metric, window });
          told[metric] = (utilization as { capacity: { addresses: number } }[])[0].capacity.addresses;
        }
        expect(told).toEqual({ total: 6, available: 4, reserved: 2 });
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } },
    ));
});
