import { AllocationService } from '../../src/allocation/allocation.service.js';
import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { fromNow, reserve, reserved, statesOf, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { DAY, day, newZone, OK, WAITING } from './full-zones.js';

describe('a waiting reservation whose room comes free by time, with two processes', () => {
  let service: RunningService;
  let other: RunningService;
  beforeAll(async () => {
    service = await startService();
    const database = { url: service.database.url, drop: () => Promise.resolve() };
    other = await startService({ database, clock: service.clock });
  });
  afterAll(async () => {
    await other.stop();
    await stopSound(service);
  });

  const newcomer = (zone: string) => reserve(other, zone, day(other), { cores: 6 });
  const readAnew = (zone: string) => other.app.get(AllocationService).dropFold(zone);
  const afterTheDay = (): [string, string] => [fromNow(service, 2 * DAY), fromNow(service, 3 * DAY)];

  /** A reservation that waits for the end of another, known to both processes, and a reservation of a later day. */
  async function awaited(): Promise<{ zone: string; id: string; later: string }> {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    await reserved(service, zone, [undefined, fromNow(service, 100)], { cores: 10 });
    const request = [service, zone, day(service), { cores: 6 }, { wait: true }] as const;
    const { 'reservation-id': id, ...answer } = await reserve(...request);
    expect(answer).toMatchObject(WAITING);
    const later = await reserved(service, zone, afterTheDay(), { cores: 1 });
    expect(await newcomer(zone)).toMatchObject({ result: 'conflict' });
    return { zone, id: id as string, later };
  }

  it('Q43: is not passed by a process that reads the zone when its time has moved on', async () => {
    const { zone, id } = await awaited();
    service.clock.advance(100);
    await service.app.get(ReservationChangesRepository).advanceZoneClock(zone, service.clock.now());
    readAnew(zone);
    expect(await newcomer(zone)).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q44: is not passed when another reservation moves away just then', async () => {
    const { zone, id, later } = await awaited();
    const to = newZone();
    await service.provider({ cores: 10 }, { zone: to });
    service.clock.advance(100);
    const move = { 'reservation-id': later, zone: to };
    expect(await service.operation('update-reservation', move)).toMatchObject(OK);
    readAnew(zone);
    expect(await newcomer(zone)).toMatchObject({ result: 'conflict' });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });
});
