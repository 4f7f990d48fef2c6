import { boot, fromNow, hour, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

/** A provider of 10 cores, a reservation of 4 until 12:00, and an instance that draws 1 of them. */
describe('without an instance that draws on a reservation', () => {
  const drawing = async (zone: string) => {
    const { provider } = await service.provider(
      { cores: 10, ram: 10_000, instances: 9, gigabytes: 20 },
      { zone },
    );
    const capacity = { cores: 4, ram: 2048, instances: 4 };
    const made = await reserve(service, zone, [undefined, hour(12)], capacity);
    const held = made['reservation-id'] as string;
    const booted = await boot(service, { 'reservation-id': held });
    expect(booted).toMatchObject({ result: 'ok' });
    return { zone, provider, held, drawn: booted['instance-id'] as string };
  };

  const cores = async (zone: string, metric: string, without: readonly string[], more: object = {}) => {
    const window = { start: hour(9), end: hour(14) };
    const answer = await service.operation('query-capacity', {
      capacity: metric,
      zone,
      window,
      without,
      ...more,
    });
    return (answer.utilization as { capacity: Record<string, number> }[]).map(
      ({ capacity }) => capacity.cores,
    );
  };

  it('the reservation holds again what the instance draws', async () => {
    const { zone, drawn } = await drawing('plain');
    expect(await cores(zone, 'available', [])).toEqual([6, 10]);
    expect(await cores(zone, 'available', [drawn])).toEqual([6, 10]);
    expect(await cores(zone, 'reserved', [])).toEqual([3, 0]);
    expect(await cores(zone, 'reserved', [drawn])).toEqual([4, 0]);
    expect(await cores(zone, 'usage', [drawn])).toEqual([0]);
    expect(await cores(zone, 'reserved', [drawn], { elements: { some: [drawn] } })).toEqual([4, 0]);
  });

  it('what it borrows from the pool is free', async () => {
    const { zone, drawn } = await drawing('borrowing');
    const window = { start: hour(9), end: hour(10) };
    const gigabytes = async (without: readonly string[]) => {
      const answer = await service.operation('query-capacity', { zone, window, without });
      return answer.utilization[0].capacity.gigabytes as number;
    };
    expect([await gigabytes([]), await gigabytes([drawn])]).toEqual([19, 20]);
  });

  it('without its reservation too, neither is there', async () => {
    const { zone, drawn, held, provider } = await drawing('both');
    expect(await cores(zone, 'available', [drawn, held])).toEqual([10]);
    expect(await cores(zone, 'available', [drawn, provider])).toEqual([0]);
  });

  it('a reservation that was cancelled holds nothing again', async () => {
    const { zone, drawn, held } = await drawing('cancelled');
    await service.operation('cancel-reservation', { 'reservation-id': held });
    expect(await cores(zone, 'available', [])).toEqual([9, 10]);
    expect(await cores(zone, 'available', [drawn])).toEqual([10]);
  });

  it('one in conflict has held nothing since then, also if it was renamed later', async () => {
    const { zone, drawn, held, provider } = await drawing('conflict');
    service.clock.advance(60);
    await service.operation('decrease-capacity', { source: provider, capacity: { cores: 8 }, force: true });
    const window = { start: fromNow(service, 20), end: fromNow(service, 40) };
    service.clock.advance(60);
    await service.operation('update-reservation', { 'reservation-id': held, name: 'renamed' });
    service.clock.advance(60);
    expect(await cores(zone, 'reserved', [], { window })).toEqual([0]);
    expect(await cores(zone, 'reserved', [drawn], { window })).toEqual([0]);
    expect(await cores(zone, 'available', [drawn], { window })).toEqual([2]);
  });

  it('one that was destroyed makes no difference', async () => {
    const { zone, drawn } = await drawing('destroyed');
    await service.operation('destroy-instance', { 'instance-id': drawn });
    expect(await cores(zone, 'available', [drawn])).toEqual([6, 10]);
    expect(await cores(zone, 'reserved', [drawn])).toEqual([4, 0]);
  });

  it('follows the end of the reservation', async () => {
    const { zone, drawn, held } = await drawing('moved');
    await service.operation('update-reservation', { 'reservation-id': held, end: hour(13) });
    expect(await cores(zone, 'available', [drawn])).toEqual([6, 10]);
    expect(await cores(zone, 'reserved', [drawn])).toEqual([4, 0]);
    await service.operation('update-reservation', { 'reservation-id': held, end: hour(8) });
    expect(await cores(zone, 'reserved', [drawn])).toEqual([0]);
  });
});
