import { boot, hour, reservation, reserve } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('elements that more than one reservation wants', () => {
  const protect = (elements: readonly string[], start?: string, end?: string) =>
    service.operation('create-reservation', { elements, start, end });
  const ready = async (zone: string) => {
    const made = await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone });
    const booted = await boot(service, { 'provider-id': made.provider });
    return { ...made, instanceId: booted['instance-id'] as string };
  };

  it('can be an instance of only one reservation at a time', async () => {
    const { instanceId } = await ready('exclusive');
    expect(await protect([instanceId], hour(8), hour(10))).toMatchObject({ result: 'ok' });
    expect(await protect([instanceId], hour(9), hour(11))).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('elements'),
      offer: { maxCapacity: {}, nextWindow: { start: hour(10), end: hour(12) } },
    });
    const later = await protect([instanceId], hour(10), hour(11));
    expect(later).toMatchObject({ result: 'ok' });
    const earlier = { 'reservation-id': later['reservation-id'], start: hour(9) };
    expect(await service.operation('update-reservation', earlier)).toMatchObject({ result: 'conflict' });
  });

  it('that are taken come with an offer of when they are free together with the amounts', async () => {
    const { instanceId, provider } = await ready('offered');
    await protect([instanceId], hour(8), hour(10));
    await protect([instanceId], hour(11), hour(14));
    await reserve(service, 'offered', [hour(12), hour(15)], { cores: 6 });
    const elements = { elements: [instanceId, provider] };
    const wanted = await reserve(service, 'offered', [hour(9), hour(11)], { cores: 4 }, elements);
    expect(wanted).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 0 }, nextWindow: { start: hour(15), end: hour(17) } },
    });
    const { start, end } = wanted.offer.nextWindow;
    expect(await reserve(service, 'offered', [start, end], { cores: 4 }, elements)).toMatchObject({
      result: 'ok',
    });
    const forGood = await protect([instanceId], hour(9));
    expect(forGood.offer).toMatchObject({ nextWindow: { start: hour(17) } });
  });

  it('named twice count once', async () => {
    const { instanceId, provider } = await ready('twice');
    const elements = [instanceId, provider, `ResourceAllocation:${instanceId}`, provider];
    const id = (await protect(elements))['reservation-id'] as string;
    const once = [`ResourceAllocation:${instanceId}`, `ResourceProvider:${provider}`];
    expect((await reservation(service, id)).elements).toEqual(once);
    const again = { 'reservation-id': id, elements: [provider, provider, instanceId] };
    expect(await service.operation('update-reservation', again)).toMatchObject({ result: 'ok' });
    expect((await reservation(service, id)).elements).toEqual([...once].reverse());
  });
});
