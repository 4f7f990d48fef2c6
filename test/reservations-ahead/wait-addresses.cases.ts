import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { fromNow, reserve, reserved, statesOf, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { day, newZone, OK, WAITING } from './full-zones.js';

describe('a reservation that waits for addresses', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: '198.51.100.0/22' } });
  });
  afterAll(() => stopSound(service));

  const waits = async (zone: string, capacity: object): Promise<string> => {
    const answer = await reserve(service, zone, day(service), capacity, { wait: true });
    expect(answer).toMatchObject(WAITING);
    return answer['reservation-id'] as string;
  };
  const cancel = (id: string) => service.operation('cancel-reservation', { 'reservation-id': id });

  it('Q45: is admitted when a range is named with capacity of another time', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ addresses: 4 }, { zone });
    const increase = (publicIps: string[], start?: string) =>
      service.operation('increase-capacity', {
        source: provider,
        capacity: { addresses: 1 },
        publicIps,
        start,
      });
    expect(await increase(['203.0.113.0/30'])).toMatchObject(OK);
    await reserved(service, zone, day(service), { addresses: 2 });
    const id = await waits(zone, { addresses: 1 });
    expect(await increase(['203.0.113.4/30'], fromNow(service, 7 * 86_400))).toMatchObject(OK);
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q46: is admitted when one in conflict that has the addresses is cancelled', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4, addresses: 4 }, { zone });
    const publicIps = ['203.0.113.8/30'];
    await service.operation('increase-capacity', { source: provider, capacity: { addresses: 1 }, publicIps });
    const lost = await reserved(service, zone, day(service), { cores: 4, addresses: 2 });
    const decrease = { source: provider, capacity: { cores: 4 }, force: true };
    expect(await service.operation('decrease-capacity', decrease)).toMatchObject(OK);
    const id = await waits(zone, { addresses: 1 });
    expect(await statesOf(service, [lost, id])).toEqual(['conflict', 'waiting']);
    expect(await cancel(lost)).toMatchObject(OK);
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q47: is admitted in a zone that had none when it began to wait', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, addresses: 9 }, { zone });
    const blocker = await reserved(service, zone, day(service), { cores: 4 });
    const id = await waits(zone, { cores: 2, addresses: 1 });
    expect(await cancel(blocker)).toMatchObject(OK);
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q48: is admitted in a zone whose addresses were taken meanwhile', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, addresses: 500 }, { zone });
    const blocker = await reserved(service, zone, day(service), { cores: 4 });
    const id = await waits(zone, { cores: 2, addresses: 1 });
    await reserved(service, zone, day(service), { addresses: 254 });
    expect(await cancel(blocker)).toMatchObject(OK);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id])).toEqual(['active']);
  });
});
