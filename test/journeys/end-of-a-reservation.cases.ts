import {
  availableCores,
  boot,
  capacityAt,
  fromNow,
  instance,
  reservation,
  reserve,
  stopSound,
} from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';

const ALL = { cores: 4, ram: 2048, instances: 4 };

describe('the end of a reservation', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const held = async (zone: string, from: number | undefined, to: number): Promise<string> => {
    const start = from === undefined ? undefined : fromNow(service, from);
    const made = await reserve(service, zone, [start, fromNow(service, to)], ALL);
    expect(made).toMatchObject({ result: 'ok' });
    return made['reservation-id'] as string;
  };
  const deleted = (id: string) =>
    eventually(async () => expect((await instance(service, id)).state).toBe('deleted'));

  it('destroys its instances and gives everything back, to the second', async () => {
    await service.provider(ALL, { zone: 'ends' });
    const id = await held('ends', undefined, 600);
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    service.clock.advance(599);
    expect(await reservation(service, id)).toMatchObject({ state: 'active' });
    expect(await capacityAt(service, 'ends', undefined, 'usage')).toEqual({
      cores: 1,
      ram: 512,
      instances: 1,
    });
    service.clock.advance(1);
    expect(await reservation(service, id)).toMatchObject({ state: 'expired' });
    expect(await capacityAt(service, 'ends')).toEqual(ALL);
    await deleted(booted);
    expect(await capacityAt(service, 'ends')).toEqual(ALL);
    const order = { 'reservation-id': id };
    expect(await boot(service, order)).toMatchObject({
      result: 'error',
      message: expect.stringMatching(/^reservation is currently not active: it ended at /),
    });
    const unknown = { result: 'error', message: 'no reservation found for specified identifier' };
    expect(await service.operation('update-reservation', order)).toMatchObject(unknown);
    expect(await service.operation('cancel-reservation', order)).toMatchObject(unknown);
  });

  it('makes room for the next one, which starts as it ends', async () => {
    await service.provider(ALL, { zone: 'next' });
    const first = await held('next', undefined, 600);
    const second = await held('next', 600, 1200);
    for (let count = 0; count < 4; count++) await boot(service, { 'reservation-id': first });
    service.clock.advance(600);
    for (let count = 0; count < 4; count++) {
      expect(await boot(service, { 'reservation-id': second })).toMatchObject({ result: 'ok' });
    }
    expect(await capacityAt(service, 'next')).toEqual({ cores: 0, ram: 0, instances: 0 });
    for (const { instanceId: id } of (await reservation(service, first)).instances)
      await deleted(id as string);
    expect((await reservation(service, second)).state).toBe('active');
  });

  it('moves with an update, and so do the instances', async () => {
    await service.provider(ALL, { zone: 'moves' });
    const id = await held('moves', undefined, 600);
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    const update = (end: string) => service.operation('update-reservation', { 'reservation-id': id, end });
    expect(await update(fromNow(service, 1200))).toMatchObject({ result: 'ok' });
    expect(await instance(service, booted)).toMatchObject({ end: fromNow(service, 1200) });
    expect(await availableCores(service, 'moves', fromNow(service, 900))).toBe(0);
    expect(await update(fromNow(service, 60))).toMatchObject({ result: 'ok' });
    service.clock.advance(60);
    await deleted(booted);
    expect(await availableCores(service, 'moves')).toBe(4);
  });

  it('ends what a cancelled reservation left to its instances', async () => {
    await service.provider(ALL, { zone: 'cancelled' });
    const id = await held('cancelled', undefined, 600);
    const booted = (await boot(service, { 'reservation-id': id }))['instance-id'] as string;
    await service.operation('cancel-reservation', { 'reservation-id': id });
    service.clock.advance(600);
    expect(await availableCores(service, 'cancelled')).toBe(4);
    await deleted(booted);
    expect((await reservation(service, id)).state).toBe('terminated');
  });

  it('leaves unreserved instances alone', async () => {
    const { provider } = await service.provider(ALL, { zone: 'free' });
    const booted = (await boot(service, { 'provider-id': provider }))['instance-id'] as string;
    await eventually(async () => expect((await instance(service, booted)).state).toBe('active'));
    service.clock.advance(10 * 365 * 86_400);
    expect(await availableCores(service, 'free')).toBe(3);
    expect(await instance(service, booted)).toMatchObject({ state: 'active' });
  });
});
