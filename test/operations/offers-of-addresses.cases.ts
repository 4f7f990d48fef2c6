import { alone, hour, reservation, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Hours = readonly [number, number];

const window = ([start, end]: Hours) => ({ start: hour(start), end: hour(end) });

/** Two addresses: one is held from 8 to 10, the other from 10 to 12, so one is free at any time and none throughout. */
describe('offers where enough addresses are free but no single one throughout', () => {
  let service: RunningService;
  let ids: Record<'first' | 'second' | 'third', string>;
  let provider: string;
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: 'none' } });
    ({ provider } = await service.provider({ addresses: 1 }));
    const more = { source: provider, capacity: { addresses: 1 }, publicIps: ['192.0.2.0/30'] };
    expect(await service.operation('increase-capacity', more)).toMatchObject({ result: 'ok' });
    const hold = async (hours: Hours): Promise<string> => {
      const made = await ask(1, hours);
      expect(made).toMatchObject({ result: 'ok' });
      return made['reservation-id'] as string;
    };
    ids = { first: await hold([8, 10]), second: await hold([9, 12]), third: await hold([12, 13]) };
    expect(await update(ids.second, { start: hour(10) })).toMatchObject({ result: 'ok' });
    const held = async (id: string) => ((await reservation(service, id)).publicIps as string[])[0];
    expect(await held(ids.first)).not.toBe(await held(ids.second));
    expect(await held(ids.first)).toBe(await held(ids.third));
  });
  afterAll(() => service.stop());

  const ask = (addresses: number, [start, end]: Hours) =>
    reserve(service, 'z1', [hour(start), hour(end)], { addresses });
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const refused = (answer: object, addresses: number, next: Hours | undefined): void => {
    expect(answer).toMatchObject({ result: 'conflict', offer: { maxCapacity: { addresses } } });
    const { offer } = answer as { offer: { nextWindow?: object } };
    expect(offer.nextWindow).toEqual(next && window(next));
  };

  it('say that none fits, and when the whole does, to a create that asks for more than there are', async () => {
    refused(await ask(2, [8, 12]), 0, [13, 17]);
    refused(await ask(1, [8, 12]), 0, [12, 16]);
    refused(await ask(2, [8, 9]), 1, [13, 14]);
  });

  it('name no window in which addresses are counted but none is free throughout', async () => {
    const without = { source: provider, start: hour(6), end: hour(8), capacity: { addresses: 2 } };
    expect(await service.operation('decrease-capacity', without)).toMatchObject({ result: 'ok' });
    refused(await ask(1, [7, 11]), 0, [12, 16]);
    refused(await ask(1, [7, 9]), 0, [8, 10]);
  });

  it('say so to an update, whose own addresses stay', async () => {
    refused(await update(ids.third, { start: hour(8), end: hour(12) }), 0, [10, 14]);
    refused(await update(ids.third, { start: hour(8), capacity: { addresses: 2 } }), 0, [12, 17]);
    expect(await update(ids.third, { start: hour(10), end: hour(14) })).toMatchObject({ result: 'ok' });
    expect(await update(ids.third, { start: hour(12), end: hour(13) })).toMatchObject({ result: 'ok' });
  });

  it('name no window where there is none', async () => {
    const open = (addresses: number, start: number) =>
      reserve(service, 'z1', [hour(start), undefined], { addresses });
    const made = await open(1, 20);
    expect(made).toMatchObject({ result: 'ok' });
    refused(await open(2, 9), 0, undefined);
    await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
  });
});

describe('offers of addresses that a zone can still be given', () => {
  const TWO_BLOCKS = { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29,203.0.113.128/29' } };

  it('count them as free, and what they say is admitted', () =>
    alone(async (service) => {
      await service.provider({ addresses: 100 });
      const at = [hour(8), hour(10)] as const;
      expect(await reserve(service, 'z1', at, { addresses: 4 })).toMatchObject({ result: 'ok' });
      for (const addresses of [97, 9]) {
        expect(await reserve(service, 'z1', at, { addresses })).toMatchObject({
          result: 'conflict',
          offer: { maxCapacity: { addresses: 8 } },
        });
      }
      expect(await reserve(service, 'z1', at, { addresses: 8 })).toMatchObject({ result: 'ok' });
    }, TWO_BLOCKS));

  it('leave them to other zones when they would not suffice, and no longer count those that others have', () =>
    alone(async (service) => {
      const at = [hour(8), hour(10)] as const;
      for (const zone of ['z1', 'z2']) {
        await service.provider({ addresses: 100 }, { zone });
        expect(await reserve(service, zone, at, { addresses: 101 })).toMatchObject({
          result: 'conflict',
          offer: { maxCapacity: { addresses: 12 } },
        });
        expect(await reserve(service, zone, at, { addresses: 13 })).toMatchObject({
          result: 'conflict',
          offer: { maxCapacity: { addresses: 12 } },
        });
      }
      expect(await reserve(service, 'z1', at, { addresses: 6 })).toMatchObject({ result: 'ok' });
      for (const addresses of [101, 7]) {
        expect(await reserve(service, 'z2', at, { addresses })).toMatchObject({
          result: 'conflict',
          offer: { maxCapacity: { addresses: 6 } },
        });
      }
      expect(await reserve(service, 'z2', at, { addresses: 6 })).toMatchObject({ result: 'ok' });
    }, TWO_BLOCKS));
});
