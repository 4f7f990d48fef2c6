import { availableCores, boot, fromNow, hour, reservation, reserve, reserved } from '../support/readings.js';
import { service } from '../support/shared-service.js';

describe('elements of a reservation', () => {
  const protect = (elements: readonly string[], start?: string, end?: string) =>
    service.operation('create-reservation', { elements, start, end });
  const cancel = (id: string) => service.operation('cancel-reservation', { 'reservation-id': id });
  const ready = async (zone: string) => {
    const made = await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone });
    const booted = await boot(service, { 'provider-id': made.provider });
    expect(booted).toMatchObject({ result: 'ok' });
    return { ...made, instanceId: booted['instance-id'] as string };
  };

  it('consume nothing, may be all that is reserved, and are known bare or with their kind', async () => {
    const { provider, pool, instanceId } = await ready('all');
    const inner = await reserve(service, 'all', [undefined, undefined], { cores: 1 });
    const before = await availableCores(service, 'all');
    const made = await protect([
      instanceId,
      `ResourcePool:${pool}`,
      provider,
      `ResourceReservation:${inner['reservation-id']}`,
    ]);
    expect(made).toMatchObject({ result: 'ok', message: 'reservation request accepted' });
    expect(await availableCores(service, 'all')).toBe(before);
    expect((await reservation(service, made['reservation-id'])).elements).toEqual([
      `ResourceAllocation:${instanceId}`,
      `ResourcePool:${pool}`,
      `ResourceProvider:${provider}`,
      `ResourceReservation:${inner['reservation-id']}`,
    ]);
  });

  it('are things that have not ended, or else those that the reservation has already', async () => {
    const { provider, pool } = await service.provider({ cores: 8 }, { zone: 'ended' });
    const inner = await reserved(service, 'ended', [undefined, undefined], { cores: 1 });
    expect(await cancel(inner)).toMatchObject({ result: 'ok' });
    const refused = (element: string) => ({
      result: 'error',
      message: `elements names ${element}, which is not known`,
    });
    expect(await protect([inner])).toMatchObject(refused(`ResourceReservation:${inner}`));
    const other = (await protect([provider]))['reservation-id'];
    const update = (elements: readonly string[]) =>
      service.operation('update-reservation', { 'reservation-id': other, elements });
    expect(await update([inner])).toMatchObject(refused(`ResourceReservation:${inner}`));
    const waiting = await service.operation('create-reservation', {
      capacity: { cores: 100 },
      elements: [pool],
      wait: true,
    });
    expect(await service.http.delete(`/pools/${pool}?force=true`)).toMatchObject({ status: 200 });
    expect(await protect([pool])).toMatchObject(refused(`ResourcePool:${pool}`));
    const kept = { 'reservation-id': waiting['reservation-id'], elements: [pool], name: 'kept' };
    expect(await service.operation('update-reservation', kept)).toMatchObject({ result: 'ok' });
  });

  it('are not destroyed while the reservation lives, and are afterwards', async () => {
    const { instanceId } = await ready('instance');
    const made = await protect([`ResourceAllocation:${instanceId}`]);
    const destroy = () => service.operation('destroy-instance', { 'instance-id': instanceId });
    expect(await destroy()).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('instance-id'),
    });
    expect(await availableCores(service, 'instance')).toBe(7);
    expect(await cancel(made['reservation-id'])).toMatchObject({ result: 'ok' });
    expect(await destroy()).toMatchObject({ result: 'ok' });
  });

  it('are not cancelled while the reservation lives, and are afterwards', async () => {
    await service.provider({ cores: 8 }, { zone: 'nested' });
    const inner = await reserved(service, 'nested', [undefined, hour(24)], { cores: 2 });
    const outer = (await protect([inner], undefined, hour(9)))['reservation-id'];
    expect(await cancel(inner)).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('reservation-id'),
    });
    expect((await service.http.delete(`/reservation/compute/${inner}`)).status).toBe(409);
    expect(await availableCores(service, 'nested')).toBe(6);
    expect(await cancel(outer)).toMatchObject({ result: 'ok' });
    expect(await cancel(inner)).toMatchObject({ result: 'ok' });
  });

  it('are free again when the reservation is over', async () => {
    const { instanceId } = await ready('over');
    expect(await protect([instanceId], undefined, fromNow(service, 60))).toMatchObject({ result: 'ok' });
    service.clock.advance(60);
    expect(await service.operation('destroy-instance', { 'instance-id': instanceId })).toMatchObject({
      result: 'ok',
    });
  });

  it('never are the reservation itself, which could then not be cancelled', async () => {
    await service.provider({ cores: 8 }, { zone: 'self' });
    const id = await reserved(service, 'self', [undefined, undefined], { cores: 1 });
    const itself = { 'reservation-id': id, elements: [id] };
    expect(await service.operation('update-reservation', itself)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('elements'),
    });
    expect(await cancel(id)).toMatchObject({ result: 'ok' });
  });

  it.each(['provider', 'pool'] as const)('restrict placement to the %s they name', async (kind) => {
    const zone = `restricted-${kind}`;
    const chosen = await service.provider({ cores: 4 }, { zone });
    await service.provider({ cores: 40 }, { zone });
    const made = await reserve(
      service,
      zone,
      [undefined, hour(9)],
      { cores: 3 },
      { elements: [chosen[kind]] },
    );
    expect((await reservation(service, made['reservation-id'])).claims).toEqual([
      { providerId: chosen.provider, capacity: { cores: 3 } },
    ]);
    expect(
      await reserve(service, zone, [undefined, hour(9)], { cores: 2 }, { elements: [chosen[kind]] }),
    ).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: 1 } },
    });
    const grown = { 'reservation-id': made['reservation-id'], capacity: { cores: 5 } };
    expect(await service.operation('update-reservation', grown)).toMatchObject({ result: 'conflict' });
  });

  it('are refused when they are unknown, gone or in another zone', async () => {
    const { instanceId } = await ready('refused');
    const errors = async (elements: readonly string[], zone?: string) =>
      expect(await service.operation('create-reservation', { zone, elements })).toMatchObject({
        result: 'error',
        message: expect.stringContaining('elements'),
      });
    await errors(['01890a5d-ac96-774b-bcce-b302099a8057']);
    await errors(['no id at all']);
    await errors([`ResourcePool:${instanceId}`]);
    await service.provider({ cores: 1 }, { zone: 'elsewhere' });
    await errors([instanceId], 'elsewhere');
    await service.operation('destroy-instance', { 'instance-id': instanceId });
    await errors([instanceId]);
  });

  it('keep it in their zone, unless the move names others there, or none', async () => {
    const [here, there] = [
      await service.provider({ cores: 4 }, { zone: 'tied' }),
      await service.provider({ cores: 4 }, { zone: 'tied-there' }),
    ];
    const [own, foreign] = [here, there].map(({ provider }) => `ResourceProvider:${provider}`);
    const made = await reserve(service, 'tied', [undefined, hour(9)], { cores: 3 }, { elements: [own] });
    const id = made['reservation-id'] as string;
    const update = (change: object) =>
      service.operation('update-reservation', { 'reservation-id': id, ...change });
    for (const change of [{ zone: 'tied-there' }, { elements: [foreign] }])
      expect(await update(change)).toMatchObject({
        result: 'error',
        message: expect.stringMatching(/^elements names ResourceProvider:.*, which is in another zone$/),
      });
    expect(await reservation(service, id)).toMatchObject({ zone: 'tied', elements: [own] });
    expect(await update({ zone: 'tied-there', elements: [foreign] })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ zone: 'tied-there', elements: [foreign] });
    expect(await update({ zone: 'tied', elements: [] })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ zone: 'tied', elements: [] });
  });

  it('are replaced as a list by an update', async () => {
    const { instanceId, provider } = await ready('replaced');
    const id = (await protect([instanceId]))['reservation-id'];
    const update = { 'reservation-id': id, elements: [`ResourceProvider:${provider}`] };
    expect(await service.operation('update-reservation', update)).toMatchObject({ result: 'ok' });
    expect((await reservation(service, id)).elements).toEqual([`ResourceProvider:${provider}`]);
    expect(await service.operation('destroy-instance', { 'instance-id': instanceId })).toMatchObject({
      result: 'ok',
    });
  });
});
