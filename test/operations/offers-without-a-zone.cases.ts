import { hour, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const DAY = { start: hour(8), end: hour(20) };

describe('a reservation without a zone, which several zones refuse', () => {
  let service: RunningService;
  const create = (members: object) => service.operation('create-reservation', { ...DAY, ...members });
  const network = (numPublicIps: number, zoneId?: string) =>
    service.http
      .post('/reservation/network/create')
      .send({ startTime: DAY.start, endTime: DAY.end, zoneId, networkReservation: { numPublicIps } });
  const ranges = (source: string, addresses: number, ...publicIps: string[]) =>
    service.operation('increase-capacity', { source, capacity: { addresses }, publicIps });

  /** `three` declares many addresses and has 4; of the 10 of `forms` 5 are held; `taken` has 2 that are held. */
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: 'none' } });
    const { provider: three } = await service.provider({}, { zone: 'three' });
    await ranges(three, 50, '192.0.2.0/30', '192.0.2.8/30');
    const { provider: forms } = await service.provider({}, { zone: 'forms' });
    await ranges(forms, 10, '198.51.100.0/28');
    await reserve(service, 'forms', [DAY.start, DAY.end], { addresses: 5 });
    const { provider: taken } = await service.provider({}, { zone: 'taken' });
    await ranges(taken, 10, '203.0.113.0/30');
    for (const at of [8, 12]) {
      await reserve(service, 'taken', [hour(at), hour(at + 4)], { addresses: 2 });
    }
  });
  afterAll(() => service.stop());

  it('is offered the addresses of the zone that has the most, whatever others declare', async () => {
    const { body } = await network(9).expect(409);
    expect(body).toMatchObject({
      code: 'capacity-insufficient',
      offer: { maxCapacity: { numPublicIps: 5 } },
    });
    expect(body.detail).toMatch(/^requested numPublicIps=9 exceeds available 5 /);
    // No zone fits more than the offer, and the offer fits in zone `forms`.
    expect(await create({ capacity: { addresses: 6 } })).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { addresses: 5 } },
    });
    expect(await create({ capacity: { addresses: 5 }, 'dry-run': true })).toMatchObject({
      result: 'ok',
      placement: { zone: 'forms' },
    });
  });

  it('lies in the zone with the most addresses that are free, not in that with the most declared', async () => {
    expect(await create({ capacity: { addresses: 3 }, 'dry-run': true })).toMatchObject({
      placement: { zone: 'forms' },
    });
  });

  it('names the same number in the text as in the offer, in a zone as well', async () => {
    const all = await network(1000).expect(409);
    expect(all.body.offer.maxCapacity).toEqual({ numPublicIps: 5 });
    expect(all.body.detail).toContain('numPublicIps=1000 exceeds available 5 ');
    const few = await network(1000, 'three').expect(409);
    expect(few.body.offer.maxCapacity).toEqual({ numPublicIps: 4 });
    expect(few.body.detail).toBe(
      'requested numPublicIps=1000 exceeds available 4 that are free throughout the window',
    );
    const none = await network(1000, 'taken').expect(409);
    expect(none.body.offer.maxCapacity).toEqual({ numPublicIps: 0 });
    expect(none.body.detail).toBe(
      'requested numPublicIps=1000 exceeds available 0 that are free throughout the window',
    );
  });

  it('names addresses beside another class that is short', async () => {
    const answer = await reserve(service, 'three', [DAY.start, DAY.end], { cores: 1, addresses: 5 });
    expect(answer).toMatchObject({
      message: expect.stringMatching(
        /^requested cores=1 .*; requested addresses=5 exceeds available 4 that are free/,
      ),
      offer: { maxCapacity: { cores: 0, addresses: 4 } },
    });
  });

  it('is offered the earliest window of all zones', async () => {
    await service.provider({ cores: 3 }, { zone: 'small' });
    const { provider } = await service.provider({}, { zone: 'later' });
    const later = { source: provider, start: hour(30), capacity: { cores: 9 } };
    await service.operation('increase-capacity', later);
    expect(await create({ capacity: { cores: 9 } })).toMatchObject({
      message: expect.stringContaining('cores=9 exceeds available 3'),
      offer: { maxCapacity: { cores: 3 }, nextWindow: { start: hour(30), end: hour(42) } },
    });
  });

  it('is offered the sum of several providers of a zone, if that is more than one has elsewhere', async () => {
    for (const ram of [50, 60]) await service.provider({ ram }, { zone: 'parts' });
    await service.provider({ ram: 70 }, { zone: 'whole' });
    expect(await create({ capacity: { ram: 120 } })).toMatchObject({
      message: expect.stringContaining('ram=120 exceeds available 110'),
      offer: { maxCapacity: { ram: 110 } },
    });
  });

  it('is told which trait is missing, although some zones have nothing at all', async () => {
    await service.provider({}, { zone: 'a-empty', traits: { cpuArchitecture: 'arm64' } });
    const tape = { capacity: { volumes: 1 }, traits: { typeOfStorage: 'tape' } };
    expect(await create(tape)).toMatchObject({
      result: 'conflict',
      message: expect.stringMatching(/no provider with capacity has typeOfStorage tape$/),
    });
    await service.provider({ volumes: 2 }, { zone: 'tapes', traits: { typeOfStorage: 'tape' } });
    expect(await create({ ...tape, capacity: { volumes: 3 } })).toMatchObject({
      message: expect.stringMatching(/^requested volumes=3 exceeds available 2 /),
      offer: { maxCapacity: { volumes: 2 } },
    });
  });

  it('names the trait that narrows what is available in a zone', async () => {
    await service.provider({ volumes: 7 }, { zone: 'tapes' });
    const answer = await reserve(
      service,
      'tapes',
      [DAY.start, DAY.end],
      { volumes: 4 },
      {
        traits: { typeOfStorage: 'tape' },
      },
    );
    expect(answer.message).toMatch(
      /^requested volumes=4 exceeds available 2 .* on providers with typeOfStorage tape$/,
    );
  });
});
