import { capacityAt, hour, reservation, reserve, reserved } from '../support/readings.js';
import { service } from '../support/shared-service.js';

const AMPLE = { cores: 8, ram: 8192, instances: 8, volumes: 8 };

describe('traits that a reservation requires', () => {
  const FROM_8: [string, undefined] = [hour(8), undefined];
  const arm = { traits: { cpuArchitecture: 'arm64' } };
  const provider = async (zone: string, more: object = {}) =>
    (await service.provider(AMPLE, { zone, ...more })).provider;
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const providersOf = async (id: string): Promise<string[]> =>
    (await reservation(service, id)).claims.map(({ providerId }: any) => providerId as string);
  const force = (source: string, cores: number) =>
    service.operation('decrease-capacity', { source, capacity: { cores }, force: true });

  it('decide on which provider it lies, and are part of the answer', async () => {
    await provider('lies', { traits: { rdmaSupported: true } });
    const [plain, special] = [await provider('lies'), await provider('lies', arm)];
    const id = await reserved(service, 'lies', FROM_8, { cores: 2 }, arm);
    expect(await reservation(service, id)).toMatchObject({ traits: arm.traits });
    expect(await providersOf(id)).toEqual([special]);
    const rdma = { traits: { rdmaSupported: 'true', cpuArchitecture: 'x86_64' } };
    const other = await reserved(service, 'lies', FROM_8, { volumes: 2 }, rdma);
    expect([plain, special]).not.toContain((await providersOf(other))[0]);
  });

  it('refuse what only other providers have room for', async () => {
    await provider('room');
    await provider('room', arm);
    expect(await reserve(service, 'room', FROM_8, { cores: 9 }, arm)).toMatchObject({
      result: 'conflict',
      message: expect.stringMatching(/^requested cores=9 exceeds available 8 /),
      offer: { maxCapacity: { cores: 8 } },
    });
    const never = await reserve(service, 'room', FROM_8, { cores: 1 }, { traits: { typeOfStorage: 'tape' } });
    expect(never).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 0 } } });
    expect(never.message).toMatch(/no provider with capacity has typeOfStorage tape/);
  });

  it.each([
    [{ traits: 'arm64' }, '/traits'],
    [{ traits: { cpuArchitecture: 64 } }, '/traits/cpuArchitecture'],
    [{ traits: { rdmaSupported: 'perhaps' } }, '/traits/rdmaSupported'],
  ])('are refused as %j', async (members, pointer) => {
    expect(await reserve(service, 'room', FROM_8, { cores: 1 }, members)).toMatchObject({
      result: 'error',
      errors: [{ pointer }],
    });
  });

  it('move it when an update changes them, and let it stay when they are taken away', async () => {
    const plain = await provider('changed');
    const special = await provider('changed', arm);
    const id = await reserved(service, 'changed', FROM_8, { cores: 2 }, arm);
    expect(await update(id, { traits: { cpuArchitecture: 'x86' } })).toMatchObject({ result: 'ok' });
    expect(await providersOf(id)).toEqual([plain]);
    expect(await update(id, arm)).toMatchObject({ result: 'ok' });
    expect(await update(id, { traits: { typeOfStorage: 'object' } })).toMatchObject({ result: 'conflict' });
    expect(await update(id, { traits: { rdmaSupported: false } })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ traits: { ...arm.traits, rdmaSupported: false } });
    expect(await update(id, { traits: { cpuArchitecture: null } })).toMatchObject({ result: 'ok' });
    expect((await reservation(service, id)).traits).toEqual({ rdmaSupported: false });
    expect(await update(id, { traits: null })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).not.toHaveProperty('traits');
    expect(await providersOf(id)).toEqual([special]);
  });

  it('hold when it grows, and in another zone', async () => {
    await provider('grows');
    await provider('grows', arm);
    const id = await reserved(service, 'grows', FROM_8, { cores: 2 }, arm);
    expect(await update(id, { capacity: { cores: 9 } })).toMatchObject({ result: 'conflict' });
    await provider('plain');
    expect(await update(id, { zone: 'plain' })).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('cpuArchitecture arm64'),
    });
    const there = await provider('goes', arm);
    await provider('goes');
    expect(await update(id, { zone: 'goes' })).toMatchObject({ result: 'ok' });
    expect(await providersOf(id)).toEqual([there]);
  });

  it('hold when capacity is lost, and when it returns', async () => {
    await provider('lost');
    const [first, second] = [await provider('lost', arm), await provider('lost', arm)];
    const id = await reserved(service, 'lost', FROM_8, { cores: 6 }, arm);
    const [before] = await providersOf(id);
    const after = before === first ? second : first;
    await force(before, 8);
    expect(await providersOf(id)).toEqual([after]);
    await force(after, 8);
    expect((await reservation(service, id)).state).toBe('conflict');
    expect(await capacityAt(service, 'lost', hour(8), 'reserved')).toMatchObject({ cores: 0 });
    const increase = { source: before, capacity: { cores: 6 } };
    expect(await service.operation('increase-capacity', increase)).toMatchObject({ result: 'ok' });
    expect((await reservation(service, id)).state).toBe('initialized');
    expect(await providersOf(id)).toEqual([before]);
  });
});
