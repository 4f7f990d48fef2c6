import { boot, fromNow, reserve, reserved, statesOf, stopSound } from '../support/readings.js';
import { day, fullZones, newZone, OK } from './full-zones.js';
import { startService, type RunningService } from '../support/service.js';

describe('a request that would mean something else', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const { cancel, waiting, fullZone } = fullZones(() => service);
  const confirm = (id: string) => service.operation('confirm-reservation', { 'reservation-id': id });

  it('H16: confirms none that waits', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4);
    const why = 'names a reservation that is waiting for capacity: it holds nothing that could be confirmed';
    expect(await confirm(id)).toMatchObject({ result: 'error', message: `reservation-id ${why}` });
    const northbound = () => service.http.post('/reservation/compute/confirm').send({ reservationId: id });
    const { body } = await northbound().expect(409);
    expect(body).toMatchObject({ code: 'reservation-inactive', detail: `reservationId ${why}` });
    await cancel(blocker);
    expect(await confirm(id)).toMatchObject(OK);
  });

  it.each([
    ['hold', 'holdSeconds', 60],
    ['wait-until', 'waitUntil', '2031-01-01T00:00:00Z'],
  ])('H17: is refused with the other spelling of %s', async (here, there, value) => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    expect(await reserve(service, zone, day(service), { cores: 1 }, { [there]: value })).toMatchObject({
      result: 'error',
      message: `${there} is not known here: it is called ${here}`,
    });
    const ask = { zoneId: zone, computePoolReservation: { numCpuCores: 1 }, [here]: value };
    const { body } = await service.http.post('/reservation/compute/create').send(ask).expect(400);
    expect(body).toMatchObject({ detail: `${here} is not known here: it is called ${there}` });
    expect((await service.http.get(`/reservations?zone=${zone}`)).body.items).toEqual([]);
  });

  it('Q40: does not keep the blocker that a waiting one names', async () => {
    const { zone, blocker } = await fullZone();
    const id = await waiting(zone, 4, { elements: [`ResourceReservation:${blocker}`] });
    expect(await cancel(blocker)).toMatchObject(OK);
    expect(await statesOf(service, [blocker, id])).toEqual(['terminated', 'active']);
  });

  it('Q41: does not keep the instance that a waiting one names', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 1, ram: 4096, instances: 9 }, { zone });
    const { 'instance-id': instance } = await boot(service, { 'provider-id': provider });
    const elements = [`ResourceAllocation:${instance}`];
    const id = await waiting(zone, 1, { elements });
    // Two reservations can't name the same instance, so the later admission breaks no protection.
    expect(await reserve(service, zone, day(service), { ram: 1 }, { elements })).toMatchObject({
      result: 'conflict',
    });
    expect(await service.operation('destroy-instance', { 'instance-id': instance })).toMatchObject(OK);
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('S23: names the occurrence for which a change of a series is refused', async () => {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const at = (hours: number) => fromNow(service, hours * 3600);
    const repeat = { repeat: 'FREQ=DAILY;COUNT=3' };
    const series = await reserve(service, zone, [at(1), at(2)], { cores: 4 }, repeat);
    await reserved(service, zone, [at(25), at(26)], { cores: 3 });
    const change = { 'series-id': series['series-id'], capacity: { cores: 8 } };
    expect(await service.operation('update-reservation', change)).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining(`(occurrence 2 of 3 ahead, from ${at(25)})`),
      offer: { maxCapacity: { cores: 7 }, occurrence: { start: at(25), end: at(26) } },
    });
  });
});
