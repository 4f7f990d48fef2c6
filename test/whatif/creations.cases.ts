import {
  alone,
  availableCores,
  boot,
  hour,
  reservation,
  reserve,
  reserved,
  statesOf,
} from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const DRY = { 'dry-run': true };

describe('POST /create-reservation as a dry run', () => {
  it('W1 answers where it would lie, and holds nothing', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    expect(await reserve(service, zone, [hour(8), hour(10)], { cores: 6 }, DRY)).toEqual({
      result: 'ok',
      message: 'reservation request accepted',
      'dry-run': true,
      placement: { zone, claims: [{ 'provider-id': provider, capacity: { cores: 6 } }] },
    });
    expect(await availableCores(service, zone, hour(9))).toBe(10);
    const { body } = await service.http.get(`/reservations?zone=${zone}`);
    expect(body.items).toEqual([]);
  });

  it.each(['a\0', '\ud800'])('says that it was one in the refusal of the name %j', async (name) => {
    const refused = { result: 'error', message: expect.stringMatching(/^name must not contain NUL/), ...DRY };
    expect(
      await reserve(service, newZone(), [hour(8), hour(10)], { cores: 1 }, { name, ...DRY }),
    ).toMatchObject(refused);
    const body = { computePoolReservation: { numCpuCores: 1 }, name, dryRun: true };
    const northbound = await service.http.post('/reservation/compute/create').send(body).expect(400);
    expect(northbound.body).toMatchObject({ code: 'invalid-request', dryRun: true });
  });

  it('W2 refuses in the words of the real one, with its offer', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    await reserved(service, zone, [hour(8), hour(10)], { cores: 6 });
    const ask = (more: object) => reserve(service, zone, [hour(9), hour(11)], { cores: 5 }, more);
    const [dry, real] = [await ask(DRY), await ask({})];
    expect(real).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 4 } } });
    expect(dry).toEqual({ ...real, 'dry-run': true });
  });

  it('W4 says of an invalid request that it was a dry run', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const window = [hour(8), hour(10)] as const;
    expect(await reserve(service, zone, window, {}, DRY)).toMatchObject({ result: 'error', ...DRY });
    const refused = await reserve(service, zone, window, { cores: 1 }, { 'dry-run': 'maybe' });
    expect(refused).toMatchObject({ result: 'error', errors: [{ pointer: '/dry-run' }] });
    expect(refused).not.toHaveProperty('dry-run');
    const made = await reserve(service, zone, window, { cores: 1 }, { 'dry-run': null });
    expect(made).toMatchObject({ result: 'ok', 'reservation-id': expect.any(String) });
    const text = await reserve(service, zone, window, { cores: 10 }, { 'dry-run': 'TRUE' });
    expect(text).toMatchObject({ result: 'conflict', ...DRY });
  });

  it('W5 leaves nothing under an Idempotency-Key', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const ask = async (body: object) => {
      const request = service.http.post('/create-reservation').set('Idempotency-Key', zone);
      return (await request.send({ zone, ...body })).body as Record<string, unknown>;
    };
    expect(await ask({ capacity: { cores: 6 }, ...DRY })).toMatchObject({ result: 'ok', ...DRY });
    const real = await ask({ capacity: { cores: 6 } });
    expect(real).toMatchObject({ result: 'ok', 'reservation-id': expect.any(String) });
    expect(await ask({ capacity: { cores: 5 }, ...DRY })).toMatchObject({ result: 'conflict', ...DRY });
    expect(await ask({ capacity: { cores: 6 } })).toEqual(real);
  });

  it('W6 tells the parts of a split', async () => {
    const zone = newZone();
    for (let count = 0; count < 2; count++) await service.provider({ cores: 4, instances: 2 }, { zone });
    const dry = await reserve(service, zone, [hour(8), hour(10)], { cores: 6, instances: 2 }, DRY);
    const half = { 'provider-id': expect.any(String), capacity: { cores: 3, instances: 1 } };
    expect(dry.placement.claims).toEqual([half, half]);
  });

  it('W15 understands the spelling of Group B too', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const dry = await reserve(service, zone, [hour(8), hour(10)], { cores: 6 }, { dryRun: true });
    expect(dry).toMatchObject(DRY);
    expect(dry).not.toHaveProperty('warnings');
    expect(await availableCores(service, zone, hour(9))).toBe(10);
  });

  it('W16 tells the addresses, and takes no block of them', () =>
    alone(
      async (own) => {
        await own.provider({ addresses: 1000 });
        const ask = (more: object) => reserve(own, 'z1', [hour(8), hour(10)], { addresses: 300 }, more);
        const taken = () => own.dataSource.query('select range from address_ranges');
        const dry = await ask(DRY);
        expect(dry).toMatchObject({ result: 'ok', placement: { publicIps: { length: 300 } } });
        expect(await taken()).toEqual([]);
        const real = await ask({});
        const { publicIps } = await reservation(own, real['reservation-id']);
        expect(publicIps).toEqual(dry.placement.publicIps);
        const [tooMany, refused] = [
          await reserve(own, 'z1', [hour(8), hour(10)], { addresses: 400 }, DRY),
          await reserve(own, 'z1', [hour(8), hour(10)], { addresses: 400 }),
        ];
        expect(refused.result).toBe('conflict');
        expect(tooMany).toEqual({ ...refused, ...DRY });
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.112.0/23' } },
    ));

  it('W17 decides among real ones, and takes nothing from them', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const ask = (more: object) => reserve(service, zone, [hour(8), hour(10)], { cores: 10 }, more);
    const dry = Array.from({ length: 20 }, (_, index) => ask(index === 10 ? {} : DRY));
    const answers = await Promise.all(dry);
    expect(answers[10]).toMatchObject({ result: 'ok', 'reservation-id': expect.any(String) });
    for (const answer of answers) expect(['ok', 'conflict']).toContain(answer.result);
    const { body } = await service.http.get(`/reservations?zone=${zone}`);
    expect(body.items).toHaveLength(1);
  });
});

describe('POST /update-reservation and /cancel-reservation as dry runs', () => {
  const update = (id: string, more: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...more });

  it('W7 tell what would come of it, and change nothing', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 10 }, { zone });
    const id = await reserved(service, zone, [hour(8), hour(10)], { cores: 6 });
    await reserved(service, zone, [hour(10), hour(12)], { cores: 8 });
    const before = await reservation(service, id);
    expect(await update(id, { end: hour(9), ...DRY })).toEqual({
      result: 'ok',
      message: 'reservation update successful',
      'dry-run': true,
      placement: { zone, claims: [{ 'provider-id': provider, capacity: { cores: 6 } }] },
    });
    const dry = await update(id, { end: hour(11), ...DRY });
    expect(dry).toEqual({ ...(await update(id, { end: hour(11) })), ...DRY });
    expect(dry).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 2 } } });
    expect(await update(id, { name: 'other', ...DRY })).toMatchObject({ result: 'ok', ...DRY });
    expect(await reservation(service, id)).toEqual(before);
  });

  it('W8 tell whether a reservation could move to another zone', async () => {
    const [from, to] = [newZone(), newZone()];
    const capacity = { cores: 4, ram: 4096, instances: 4 };
    await service.provider(capacity, { zone: from });
    const { provider } = await service.provider(capacity, { zone: to });
    const id = await reserved(service, from, [undefined, hour(10)], capacity);
    expect(await update(id, { zone: to, ...DRY })).toMatchObject({
      result: 'ok',
      placement: { zone: to, claims: [{ 'provider-id': provider, capacity }] },
    });
    expect(await reservation(service, id)).toMatchObject({ zone: from });
    await boot(service, { 'reservation-id': id });
    const dry = await update(id, { zone: to, ...DRY });
    expect(dry).toMatchObject({
      result: 'error',
      message: expect.stringContaining('must not change while instances use'),
    });
    expect(await update(id, { zone: to })).toEqual({
      result: 'error',
      message: dry.message,
      errors: dry.errors,
    });
  });

  it('W9 tell whether it could be cancelled', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const [kept, other] = [
      await reserved(service, zone, [hour(8), hour(10)], { cores: 1 }),
      await reserved(service, zone, [hour(8), hour(10)], { cores: 1 }),
    ];
    const elements = { elements: [`ResourceReservation:${kept}`] };
    await reserved(service, zone, [hour(8), hour(10)], { cores: 1 }, elements);
    const cancel = (id: string) => service.operation('cancel-reservation', { 'reservation-id': id, ...DRY });
    expect(await cancel(other)).toEqual({ result: 'ok', message: 'reservation canceled', ...DRY });
    expect(await cancel(kept)).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('is protected'),
      ...DRY,
    });
    expect(await statesOf(service, [kept, other])).toEqual(['initialized', 'initialized']);
  });
});
