import { AddressRangesRepository } from '../../src/allocation/addresses/address-ranges.repository.js';
import { WantedAddresses } from '../../src/allocation/addresses/wanted-addresses.js';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { eventually } from '../support/eventually.js';
import { fromNow, reserve, reserved, statesOf, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { day, newZone, OK, WAITING } from './full-zones.js';

describe('a reservation that waits for addresses', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: '198.51.96.0/20' } });
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

  /** A zone with two public addresses. */
  async function zoneOfTwo(network: string): Promise<{ zone: string; provider: string }> {
    const zone = newZone();
    const { provider } = await service.provider({ cores: 4 }, { zone });
    const publicIps = [`${network}/30`];
    const declare = { source: provider, capacity: { addresses: 2 }, publicIps };
    expect(await service.operation('increase-capacity', declare)).toMatchObject(OK);
    return { zone, provider };
  }

  it('Q49: is not passed when one in conflict that has the addresses ends by time', async () => {
    const { zone, provider } = await zoneOfTwo('203.0.113.12');
    await reserved(service, zone, [undefined, fromNow(service, 100)], { cores: 4, addresses: 2 });
    const decrease = { source: provider, capacity: { cores: 4 }, force: true };
    expect(await service.operation('decrease-capacity', decrease)).toMatchObject(OK);
    const id = await waits(zone, { addresses: 2 });
    service.clock.advance(100);
    expect(await reserve(service, zone, day(service), { addresses: 1 })).toMatchObject({
      result: 'conflict',
    });
    expect(await statesOf(service, [id])).toEqual(['active']);
  });

  it('Q50: is not passed when one address is released as another is taken', async () => {
    const { zone } = await zoneOfTwo('203.0.113.16');
    const [now, middle, end] = [0, 3_600, 7_200].map((seconds) => fromNow(service, seconds));
    const blocker = await reserved(service, zone, [now, end], { addresses: 1 });
    await reserved(service, zone, [middle, end], { addresses: 1 });
    await cancel(blocker);
    await reserved(service, zone, [now, middle], { addresses: 1 });
    const answer = await reserve(service, zone, [now, end], { addresses: 1 }, { wait: true });
    expect(answer).toMatchObject(WAITING);
    service.clock.advance(3_600);
    expect(await reserve(service, zone, [undefined, end], { addresses: 1 })).toMatchObject({
      result: 'conflict',
    });
    expect(await statesOf(service, [answer['reservation-id'] as string])).toEqual(['active']);
  });

  it('Q51: is admitted within a minute if the process that noted what it lacks has ended', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, addresses: 500 }, { zone });
    const tomorrow = [fromNow(service, 43_200), fromNow(service, 86_400)] as const;
    const blocker = await reserved(service, zone, tomorrow, { cores: 4 });
    const waiting = { cores: 2, addresses: 1 };
    const { 'reservation-id': id } = await reserve(service, zone, tomorrow, waiting, { wait: true });
    await reserved(service, zone, tomorrow, { addresses: 254 });
    const note = jest.spyOn(WantedAddresses.prototype, 'note').mockReturnValue();
    expect(await cancel(blocker)).toMatchObject(OK);
    note.mockRestore();
    service.clock.advance(60);
    await service.app.get(ReservationsClock).tick();
    expect(await statesOf(service, [id as string])).toEqual(['initialized']);
  });

  it('Q52: is admitted later if the zone could not be extended at first', async () => {
    const zone = newZone();
    await service.provider({ cores: 4, addresses: 500 }, { zone });
    const blocker = await reserved(service, zone, day(service), { cores: 4 });
    const id = await waits(zone, { cores: 2, addresses: 1 });
    await reserved(service, zone, day(service), { addresses: 254 });
    const extend = jest.spyOn(AddressRangesRepository.prototype, 'extend');
    extend.mockRejectedValue(new Error('the database is away'));
    expect(await cancel(blocker)).toMatchObject(OK);
    const allocation = service.app.get(AllocationService);
    await eventually(async () => {
      await allocation.extendForWaiting().catch(() => undefined);
      expect(extend).toHaveBeenCalled();
    });
    expect(await statesOf(service, [id])).toEqual(['waiting']);
    extend.mockRestore();
    await eventually(async () => {
      await allocation.extendForWaiting();
      expect(await statesOf(service, [id])).toEqual(['active']);
    });
  });
});
