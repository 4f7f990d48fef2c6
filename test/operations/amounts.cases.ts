import { alone, capacityAt, hour, reserve, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const ZONE = newZone();

describe('amounts in a request', () => {
  beforeAll(async () => {
    await service.provider(
      { cores: 32_767, ram: 2_147_483_647, instances: 10, addresses: 10 },
      { zone: ZONE },
    );
  });

  const WRONG = [
    -5,
    '-5',
    1.5,
    '1.5',
    'abc',
    '',
    ' 5 ',
    '5 ',
    '0x10',
    '1e3',
    '+5',
    true,
    [5],
    {},
    2 ** 63,
    '9223372036854775808',
    '٥',
  ];

  it.each(WRONG)(
    '%j is refused wherever an amount goes, naming the field, and nothing is kept',
    async (cores) => {
      const refused = { result: 'error', message: expect.stringContaining('capacity.cores') };
      const operation = (name: string, body: object) => service.operation(name, body);
      const made = await reserved(service, ZONE, [hour(8), hour(9)], { cores: 1 });
      const capacity = { cores };
      expect(await operation('create-reservation', { zone: ZONE, capacity })).toMatchObject(refused);
      expect(await operation('update-reservation', { 'reservation-id': made, capacity })).toMatchObject(
        refused,
      );
      expect(await operation('increase-capacity', { source: made, capacity })).toMatchObject(refused);
      expect(await operation('decrease-capacity', { source: made, capacity })).toMatchObject(refused);
      const response = await service.http
        .post('/reservation/compute/create')
        .send({ computePoolReservation: { numCpuCores: cores } });
      expect(response.status).toBe(400);
      expect(response.body.errors[0]).toMatchObject({ pointer: '/computePoolReservation/numCpuCores' });
      await operation('cancel-reservation', { 'reservation-id': made });
      expect(await capacityAt(service, ZONE, hour(8))).toMatchObject({ cores: 32_767 });
    },
  );

  it.each([7, '7', '007'])('%j is seven, and comes back as a number', async (cores) => {
    const made = await reserve(service, ZONE, [hour(8), hour(9)], { cores });
    expect(made).toMatchObject({ result: 'ok' });
    expect((await capacityAt(service, ZONE, hour(8), 'reserved')).cores).toBe(7);
    await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
  });

  it.each([
    ['cores', 32_767],
    ['instances', 32_767],
    ['volumes', 32_767],
    ['snapshots', 32_767],
    ['networks', 32_767],
    ['ports', 32_767],
    ['routers', 32_767],
    ['subnets', 32_767],
    ['ram', 2_147_483_647],
    ['addresses', 2_147_483_647],
    ['gigabytes', 2_147_483_647],
  ])('%s goes up to %d', async (name, most) => {
    const { provider: source } = await service.provider({}, { zone: `most-${name}` });
    const increase = (amount: unknown) =>
      service.operation('increase-capacity', { source, capacity: { [name]: amount } });
    for (const amount of [most + 1, String(most + 1)]) {
      expect(await increase(amount)).toMatchObject({
        result: 'error',
        message: expect.stringContaining(`capacity.${name}`),
      });
    }
    expect(await increase(String(most))).toMatchObject({ result: 'ok' });
    expect(await increase(most)).toMatchObject({ result: 'ok' });
    // The number of addresses is limited by the ranges: 254 of each /24 of the configured /16.
    const shown = name === 'addresses' ? 256 * 254 : 2 * most;
    expect(await capacityAt(service, `most-${name}`)).toEqual({ [name]: shown });
  });

  it('every wrong member is named at once', async () => {
    const answer = await reserve(service, ZONE, [hour(8), 'never'], { cores: 'x', ram: -1 });
    expect(answer).toMatchObject({ result: 'error' });
    expect(answer.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      expect.arrayContaining(['/end']),
    );
    const amounts = await reserve(service, ZONE, [hour(8), hour(9)], { cores: 'x', ram: -1 });
    expect(amounts.message).toMatch(/capacity\.cores.*capacity\.ram/);
  });

  it('classes an operator has declared work like those built in', () =>
    alone(
      async (other) => {
        const { provider } = await other.provider({ cores: 8, gpus: 4 }, { zone: ZONE });
        expect(await reserve(other, ZONE, [hour(8), hour(9)], { cores: 1, gpus: '3' })).toMatchObject({
          result: 'ok',
        });
        expect(await capacityAt(other, ZONE, hour(8))).toEqual({ cores: 7, gpus: 1 });
        expect(await reserve(other, ZONE, [hour(8), hour(9)], { gpus: 2, cores: 8 })).toMatchObject({
          result: 'conflict',
          message: expect.stringMatching(/cores=8.*gpus=2 exceeds available 1/),
        });
        expect(await reserve(other, ZONE, [hour(8), hour(9)], { gpus: 65 })).toMatchObject({
          result: 'error',
        });
        const less = { source: provider, start: hour(8), end: hour(9), capacity: { gpus: 2 } };
        expect(await other.operation('decrease-capacity', less)).toMatchObject({ result: 'conflict' });
      },
      { environment: { CUSTOM_CLASSES: 'gpus:64' } },
    ));

  it('a class nobody has declared counts as an unknown member', async () => {
    const answer = await reserve(service, ZONE, [hour(8), hour(9)], { gpus: 3 });
    expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining('capacity') });
  });
});
