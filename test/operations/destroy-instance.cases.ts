import { boot, capacityAt, hour, instance, reserved } from '../support/readings.js';
import { eventually } from '../support/eventually.js';
import { service } from '../support/shared-service.js';

const AMPLE = { cores: 8, ram: 65_536, instances: 8 };

describe('POST /destroy-instance', () => {
  const destroy = (id: unknown) => service.operation('destroy-instance', { 'instance-id': id });

  describe('ok', () => {
    it('gives what it used back to its reservation while that lasts', async () => {
      await service.provider(AMPLE, { zone: 'lasts' });
      const capacity = { cores: 1, ram: 512, instances: 1 };
      const id = await reserved(service, 'lasts', [undefined, hour(24)], capacity);
      const order = { 'reservation-id': id };
      const first = (await boot(service, order))['instance-id'];
      expect(await destroy(first)).toEqual({
        result: 'ok',
        message: 'instance destroyed and resource released back to pool',
      });
      expect(await capacityAt(service, 'lasts', undefined, 'reserved')).toEqual(capacity);
      expect(await boot(service, order)).toMatchObject({ result: 'ok' });
      await eventually(async () => expect((await instance(service, first)).state).toBe('deleted'));
    });

    it('gives what it used back to the pool where it has no reservation', async () => {
      const { provider } = await service.provider(AMPLE, { zone: 'free' });
      const booted = (await boot(service, { 'provider-id': provider }))['instance-id'];
      expect(await capacityAt(service, 'free')).toMatchObject({ cores: 7 });
      expect(await destroy(`ResourceAllocation:${booted}`)).toMatchObject({ result: 'ok' });
      expect(await capacityAt(service, 'free')).toEqual(AMPLE);
      expect(await capacityAt(service, 'free', '2999-01-01T00:00:00Z')).toEqual(AMPLE);
    });

    it('gives its disk back to the pool it came from', async () => {
      await service.provider({ ...AMPLE, gigabytes: 5 }, { zone: 'disk-given-back' });
      const id = await reserved(service, 'disk-given-back', [undefined, hour(24)], {
        cores: 1,
        ram: 512,
        instances: 1,
      });
      const booted = (await boot(service, { 'reservation-id': id }))['instance-id'];
      expect(await capacityAt(service, 'disk-given-back')).toMatchObject({ gigabytes: 4 });
      await destroy(booted);
      expect(await capacityAt(service, 'disk-given-back')).toMatchObject({ gigabytes: 5, cores: 7 });
    });
  });

  describe('error', () => {
    it('for a missing id', async () => {
      expect(await destroy(undefined)).toMatchObject({
        result: 'error',
        message: "must provide 'instance-id' parameter",
      });
    });

    it.each([
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'nonsense',
      'ResourcePool:01890a5d-ac96-774b-bcce-b302099a8057',
    ])('for an unknown id: %s', async (id) => {
      expect(await destroy(id)).toMatchObject({
        result: 'error',
        message: 'no allocation found for specified identifier',
      });
    });

    it('the second time, and gives nothing back twice', async () => {
      const { provider } = await service.provider(AMPLE, { zone: 'twice' });
      const booted = (await boot(service, { 'provider-id': provider }))['instance-id'];
      await destroy(booted);
      expect(await destroy(booted)).toMatchObject({
        result: 'error',
        message: 'no allocation found for specified identifier',
      });
      expect(await capacityAt(service, 'twice')).toEqual(AMPLE);
    });
  });

  it('is done for the caller when the platform fails: the capacity comes back and the instance says why', async () => {
    await service.provider(AMPLE, { zone: 'fails' });
    const capacity = { cores: 1, ram: 512, instances: 1 };
    const id = await reserved(service, 'fails', [undefined, hour(24)], capacity);
    const booted = (await boot(service, { 'reservation-id': id, image: 'fail' }))['instance-id'];
    await eventually(async () =>
      expect(await instance(service, booted)).toMatchObject({ state: 'error', failure: expect.any(String) }),
    );
    expect(await capacityAt(service, 'fails', undefined, 'reserved')).toEqual(capacity);
    expect(await capacityAt(service, 'fails', undefined, 'usage')).toMatchObject({ cores: 0 });
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
  });
});
