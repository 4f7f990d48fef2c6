import { AddressRangesRepository } from '../../src/allocation/addresses/address-ranges.repository.js';
import { Random } from '../support/random.js';
import { alone, hour, reserve, second } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { runs } from '../support/runs.js';

const SEED = Number(process.env.SEED ?? 20300101);
const ZONES = runs(12);
const LAST = 40;

type Figures = Record<'total' | 'reserved' | 'allocated' | 'available', number>;
type Window = readonly [from: string, to: string];

async function told(service: RunningService, zoneId: string | undefined, [startTime, stopTime]: Window) {
  const filter = { networkResourceTypeId: 'publicIps', zoneId, timePeriod: { startTime, stopTime } };
  const { body } = await service.http.get('/capacity/network/query').send(filter);
  const figures = body.capacityInformation as Figures;
  const { total, reserved, allocated, available } = figures;
  expect({ ...figures, sum: total }).toEqual({ ...figures, sum: reserved + allocated + available });
  expect(Math.min(total, reserved, allocated, available)).toBeGreaterThanOrEqual(0);
  return figures;
}

/** Checks that exactly the available addresses can be reserved: reserves and cancels them, then is refused one more. */
async function expectExactly(service: RunningService, zone: string, window: Window, addresses: number) {
  if (addresses > 0) {
    const made = await reserve(service, zone, window, { addresses });
    expect({ window, addresses, made }).toMatchObject({ made: { result: 'ok' } });
    await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
  }
  const refused = await reserve(service, zone, window, { addresses: addresses + 1 });
  expect({ window, addresses, refused }).toMatchObject({ refused: { result: 'conflict' } });
}

describe('public addresses that are said to be available', () => {
  const random = new Random(SEED);
  const windowUpTo = (length: number): Window => {
    const start = random.integer(1, LAST - 1);
    return [second(start), second(start + random.integer(1, length))];
  };

  /** Adds addresses on one or two providers, for ever or for a window, in ranges of two to six usable addresses. Reserves some of them. */
  async function fill(service: RunningService, zone: string, index: number): Promise<void> {
    const sources = [(await service.provider({}, { zone })).provider];
    if (index % 2 === 1) sources.push((await service.provider({}, { zone })).provider);
    for (let part = 0; part < random.integer(1, 4); part++) {
      const publicIps = [`100.64.${index}.${part * 16}/${random.integer(29, 31)}`];
      const [start, end] = random.chance(0.5) ? [second(0), undefined] : windowUpTo(LAST);
      const capacity = { addresses: random.integer(1, 5) };
      const source = random.pick(sources);
      const answer = await service.operation('increase-capacity', {
        source,
        start,
        end,
        capacity,
        publicIps,
      });
      expect(answer).toMatchObject({ result: 'ok' });
    }
    const made: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const answer = await reserve(service, zone, windowUpTo(15), { addresses: random.integer(1, 2) });
      if (answer.result === 'ok') made.push(answer['reservation-id'] as string);
      if (made.length > 3 && random.chance(0.3)) {
        const id = made.splice(random.integer(0, made.length - 1), 1)[0];
        await service.operation('cancel-reservation', { 'reservation-id': id });
      }
    }
  }

  describe.each([
    ['of ranges that are named', 'none'],
    ['of a range that a zone takes when it needs it', '203.0.113.0/30'],
  ])('%s', (_, configured) => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService({ environment: { PUBLIC_IP_RANGES: configured } });
    });
    afterAll(() => service.stop());

    it.each(Array.from({ length: ZONES }, (_, index) => [`zone-${index}`, index] as const))(
      'can all be reserved in %s, and not one more',
      async (zone, index) => {
        if (configured === 'none' || index > 0) await fill(service, zone, index);
        else await service.provider({ addresses: 7 }, { zone });
        for (let turn = 0; turn < 6; turn++) {
          const window = windowUpTo(LAST);
          await expectExactly(service, zone, window, (await told(service, zone, window)).available);
        }
        // With two providers, the addresses available at each instant of a row may lie on different providers.
        if (index % 2 === 1) return;
        const [start, end] = [second(0), second(LAST)];
        const query = { zone, window: { start, end }, capacity: 'available' };
        const { utilization: rows } = await service.operation('query-capacity', query);
        for (let turn = 0; turn < 3; turn++) {
          const at = random.integer(0, (rows as unknown[]).length - 1);
          const [row, next] = [rows[at], rows[at + 1]];
          const until = (next?.timestamp ?? end) as string;
          await expectExactly(
            service,
            zone,
            [row.timestamp as string, until],
            row.capacity.addresses as number,
          );
        }
      },
    );
  });

  it('are two of a /30, whatever is declared, in both groups alike', () =>
    alone(async (service) => {
      const { provider: source } = await service.provider({}, { zone: 'small' });
      const body = { source, capacity: { addresses: 10, cores: 4 }, publicIps: ['198.51.100.0/30'] };
      await service.operation('increase-capacity', body);
      const day: Window = [hour(0), hour(24)];
      expect(await told(service, 'small', day)).toMatchObject({ total: 2, reserved: 0, available: 2 });
      await reserve(service, 'small', [hour(8), hour(10)], { addresses: 1 });
      await reserve(service, 'small', [hour(9), hour(11)], { addresses: 1 });
      await reserve(service, 'small', [hour(11), hour(12)], { addresses: 1 });
      expect(await told(service, 'small', day)).toMatchObject({ total: 2, reserved: 2, available: 0 });
      const metric = async (capacity: string): Promise<number[]> => {
        const window = { start: hour(8), end: hour(13) };
        const answer = await service.operation('query-capacity', { zone: 'small', capacity, window });
        for (const row of answer.utilization) expect(row.capacity).toHaveProperty('cores');
        return answer.utilization.map((row: any) => row.capacity.addresses as number);
      };
      const filter = { networkResourceTypeId: 'publicIps', zoneId: 'small', showTimeline: true };
      const timePeriod = { startTime: hour(8), stopTime: hour(13) };
      const { body: shown } = await service.http
        .get('/capacity/network/query')
        .send({ ...filter, timePeriod });
      expect(shown.timeline.map(({ capacityInformation: row }: any) => [row.total, row.available])).toEqual([
        [2, 1],
        [2, 0],
        [2, 1],
        [2, 1],
        [2, 2],
      ]);
      expect(await metric('total')).toEqual([2]);
      expect(await metric('available')).toEqual([1, 0, 1, 1, 2]);
      expect(await metric('reserved')).toEqual([1, 2, 1, 0]);
    }));

  it('are counted once where several zones could be given them', () =>
    alone(
      async (service) => {
        for (const zone of ['a', 'b']) await service.provider({ addresses: 10 }, { zone });
        const day: Window = [hour(0), hour(24)];
        for (const zone of ['a', 'b', undefined]) {
          expect(await told(service, zone, day)).toMatchObject({ total: 6, available: 6 });
        }
        const window = { start: hour(0), end: hour(24) };
        const { utilization } = await service.operation('query-capacity', { window });
        expect(utilization.map((row: any) => row.capacity.addresses as number)).toEqual([6]);
        await expectExactly(service, 'a', day, 6);
        expect(await told(service, undefined, day)).toMatchObject({ total: 6, available: 6 });
        expect(await told(service, 'b', day)).toMatchObject({ total: 0, reserved: 0, available: 0 });
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } },
    ));
});

describe('the addresses that zones can still take', () => {
  it('are at a head those of then, whatever ranges zones have taken or named since', () =>
    alone(
      async (service) => {
        const ranges = service.app.get(AddressRangesRepository);
        const { manager } = service.dataSource;
        const heads = async () => {
          const zones = await manager.query<{ zone_id: string; head: string }[]>(
            'select zone_id, head from zones',
          );
          return new Map(zones.map(({ zone_id, head }) => [zone_id, Number(head)]));
        };
        const { provider: naming } = await service.provider({ cores: 1 }, { zone: 'naming' });
        await service.provider({ addresses: 2 }, { zone: 'taking' });
        const then = await heads();
        const spare = await ranges.spareAt(manager, then);
        const named = {
          source: naming,
          capacity: { addresses: 6 },
          publicIps: ['198.51.100.0/29'],
        };
        expect(await service.operation('increase-capacity', named)).toMatchObject({ result: 'ok' });
        const taken = await reserve(service, 'taking', [second(1), second(2)], { addresses: 1 });
        expect(taken).toMatchObject({ result: 'ok' });
        expect(await ranges.spareAt(manager, then)).toBe(spare);
        expect(await ranges.spareAt(manager, await heads())).toBeLessThan(spare);
      },
      { environment: { PUBLIC_IP_RANGES: '203.0.113.0/29' } },
    ));
});
