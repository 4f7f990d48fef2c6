import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { changesIn, stored, subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

describe('changed subscription', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
  });
  afterAll(() => service.stop());

  let made: string[] = [];
  afterEach(async () => {
    for (const id of made) await service.operation('cancel-reservation', { 'reservation-id': id });
    made = [];
  });

  async function reserve(cores: number): Promise<string> {
    const window = { start: fromNow(service, 0), end: fromNow(service, 1000) };
    const answer = await service.operation('create-reservation', {
      capacity: { cores },
      zone: 'z1',
      ...window,
    });
    expect(answer).toMatchObject({ result: 'ok' });
    made.push(answer['reservation-id'] as string);
    return made[made.length - 1];
  }

  async function change(id: string, body: object): Promise<void> {
    await service.http.patch(`/subscriptions/${id}`).send(body).expect(200);
  }

  const watchCores = (condition?: object, more: object = {}) =>
    subscribe(service, '/capacity/compute/subscribe', {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: condition,
      ...more,
    });

  async function available(id: string): Promise<number[]> {
    return (await toldTo(service, id)).map(
      ({ capacityInformation }) => capacityInformation.available as number,
    );
  }

  describe('a threshold that is changed', () => {
    it('fires once if it is true already, and then at the next crossing', async () => {
      const id = await watchCores(threshold('available', 'lt', 50));
      await reserve(30);
      expect(await available(id)).toEqual([]);
      await change(id, { threshold: threshold('available', 'lt', 80) });
      expect(await available(id)).toEqual([70]);
      await reserve(5);
      expect(await available(id)).toEqual([70]);
      await service.operation('cancel-reservation', { 'reservation-id': made[0] });
      expect(await available(id)).toEqual([70]);
      await reserve(40);
      expect(await available(id)).toEqual([70, 55]);
    });

    it('does not fire while it is false, however true the one before was', async () => {
      const id = await watchCores(threshold('available', 'ge', 10));
      expect(await available(id)).toEqual([100]);
      await change(id, { threshold: threshold('available', 'lt', 50) });
      expect(await available(id)).toEqual([100]);
      await reserve(60);
      expect(await available(id)).toEqual([100, 40]);
    });

    it('is not evaluated anew where it is the same', async () => {
      const id = await watchCores(threshold('available', 'ge', 10));
      expect(await available(id)).toEqual([100]);
      await change(id, { threshold: threshold('available', 'ge', 10) });
      await change(id, { callbackUri: null });
      expect(await available(id)).toEqual([100]);
    });

    it('to none sends every change from then on, and none before', async () => {
      const id = await watchCores(threshold('available', 'lt', 10));
      await reserve(20);
      await change(id, { threshold: null });
      expect(await available(id)).toEqual([]);
      await reserve(1);
      expect(await available(id)).toEqual([79]);
    });

    it('of one to the whole service is evaluated anew over all zones', async () => {
      await service.provider({ cores: 7 }, { zone: 'z2' });
      const id = await watchCores(threshold('total', 'gt', 1000), { zoneId: undefined });
      expect(await toldTo(service, id)).toEqual([]);
      await change(id, { threshold: threshold('total', 'gt', 105) });
      expect(await toldTo(service, id)).toMatchObject([{ capacityInformation: { total: 107 } }]);
    });

    it('counts from the moment of the change, whatever had not been evaluated by then', async () => {
      const late = await startService();
      await late.provider({ cores: 10 });
      await tellWhenAsked(late);
      const body = {
        zoneId: 'z1',
        computeResourceTypeId: 'cpuCores',
        threshold: threshold('total', 'lt', 0),
      };
      const id = await subscribe(late, '/capacity/compute/subscribe', body);
      const [start, end] = [fromNow(late, 100), fromNow(late, 200)];
      await late.operation('create-reservation', { zone: 'z1', capacity: { cores: '8' }, start, end });
      late.clock.advance(300);
      const condition = { threshold: threshold('available', 'lt', 5) };
      await late.http.patch(`/subscriptions/${id}`).send(condition).expect(200);
      expect(await toldTo(late, id)).toEqual([]);
      await late.stop();
    });
  });

  describe('a filter of reservations that is changed', () => {
    it('decides which changes are sent from then on', async () => {
      const [one, two] = [await reserve(1), await reserve(1)];
      const id = await subscribe(service, '/reservation/subscribe', {
        inputFilter: [{ reservationId: one }],
      });
      const prolong = async (seconds: number) => {
        const end = fromNow(service, seconds);
        for (const each of [one, two]) {
          await service.operation('update-reservation', { 'reservation-id': each, end });
        }
      };
      const heard = async () =>
        changesIn(await toldTo(service, id)).map(({ reservationId }) => reservationId);
      await prolong(2000);
      expect(await heard()).toEqual([one]);
      await change(id, { inputFilter: [{ reservationId: two }] });
      await prolong(3000);
      expect(await heard()).toEqual([one, two]);
      await change(id, { inputFilter: [] });
      const created = await reserve(1);
      await prolong(4000);
      expect(await heard()).toHaveLength(5);
      const types = (await stored(service, id)).filter(
        ({ changeType }) => changeType === 'Reservation created',
      );
      expect(types.map(({ reservationId }) => reservationId as string)).toEqual([created]);
    });
  });
});
