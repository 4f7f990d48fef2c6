import { boot, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Answer = Record<string, any>;

const ANY_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('POST /query-capacity: which collections', () => {
  let service: RunningService;
  let ids: { provider: string; pool: string; held: string; drawn: string; free: string };
  beforeAll(async () => {
    service = await startService();
    const made = await service.provider({ cores: 8, ram: 65_536, instances: 8 }, { zone: 'z1' });
    const held = await reserved(service, 'z1', [undefined, hour(12)], { cores: 2, ram: 4096, instances: 2 });
    const drawn = (await boot(service, { 'reservation-id': held }))['instance-id'];
    const free = (await boot(service, { 'provider-id': made.provider }))['instance-id'];
    ids = { ...made, held, drawn, free };
  });
  afterAll(() => stopSound(service));

  const query = async (body: object): Promise<Answer> => {
    const response = await service.http.post('/query-capacity').send(body);
    expect(response.status).toBe(201);
    return response.body as Answer;
  };
  const pool = () => `ResourcePool:${ids.pool}`;
  const held = () => `ResourceReservation:${ids.held}`;
  const drawn = () => `ResourceAllocation:${ids.drawn}`;
  const free = () => `ResourceAllocation:${ids.free}`;

  describe('201 ok', () => {
    it('total: pools; reserved: reservations; usage: instances; available: pools, reservations, unreserved instances', async () => {
      const collections = async (capacity?: string) =>
        ((await query({ capacity, zone: 'z1' })).collections as string[]).sort();
      expect(await collections('total')).toEqual([pool()]);
      expect(await collections('reserved')).toEqual([held()]);
      expect(await collections('usage')).toEqual([drawn(), free()].sort());
      expect(await collections('available')).toEqual([pool(), held(), free()].sort());
      expect(await collections()).toEqual(await collections('available'));
    });

    it('answers result, collections and utilization, for the whole service where no zone is named', async () => {
      await service.provider({ cores: 1 }, { zone: 'z2' });
      const answer = await query({});
      expect(Object.keys(answer).sort()).toEqual(['collections', 'result', 'utilization']);
      expect(answer.result).toBe('ok');
      expect(answer.collections).toHaveLength(4);
      expect(answer.utilization[0]).toMatchObject({ timestamp: '2030-01-01T00:00:00Z' });
    });

    it.each([false, 'false'])('leaves the utilization empty where show-utilization is %p', async (show) => {
      expect((await query({ zone: 'z1', 'show-utilization': show })).utilization).toEqual([]);
    });

    it('knows nothing of what is gone', async () => {
      const { provider } = await service.provider({ cores: 2, ram: 1024, instances: 2 }, { zone: 'gone' });
      const made = await reserved(service, 'gone', [hour(1), hour(2)], { cores: 1 });
      const booted = (await boot(service, { 'provider-id': provider }))['instance-id'];
      await service.operation('cancel-reservation', { 'reservation-id': made });
      await service.operation('destroy-instance', { 'instance-id': booted });
      expect((await query({ zone: 'gone', capacity: 'reserved' })).collections).toEqual([]);
      expect((await query({ zone: 'gone', capacity: 'usage' })).collections).toEqual([]);
    });
  });

  describe('scope', () => {
    const SCHEDULES = { A: [10, 40], B: [50, 90], C: [30, 60] } as const;
    const names = new Map<string, string>();
    beforeAll(async () => {
      await service.provider({ cores: 9 }, { zone: 'scope' });
      for (const [name, [from, to]] of Object.entries(SCHEDULES)) {
        const made = await reserve(service, 'scope', [hour(from), hour(to)], { cores: 1 });
        names.set(`ResourceReservation:${made['reservation-id']}`, name);
      }
      const open = await reserve(service, 'scope', [hour(200), undefined], { cores: 1 });
      names.set(`ResourceReservation:${open['reservation-id']}`, 'open');
    });
    const found = async (start?: number, end?: number, scope?: string): Promise<string> => {
      const at = (hours?: number) => (hours === undefined ? undefined : hour(hours));
      const window = { start: at(start), end: at(end), scope };
      const { collections } = await query({ zone: 'scope', capacity: 'reserved', window });
      return (collections as string[])
        .map((id) => names.get(id))
        .sort()
        .join(' ');
    };

    it.each([
      [5, 40, 'A C'],
      [5, 55, 'A B C'],
      [45, 100, 'B C'],
      [70, 100, 'B'],
      [15, 25, 'A'],
      [0, 5, ''],
      [91, 199, ''],
    ])('inclusive, the default: alive at some instant from %d to %d', async (start, end, expected) => {
      expect(await found(start, end)).toBe(expected);
      expect(await found(start, end, 'inclusive')).toBe(expected);
    });

    it('inclusive takes both bounds of the window in', async () => {
      expect(await found(0, 10)).toBe('A');
      expect(await found(60, 61, 'inclusive')).toBe('B');
      expect(await found(89, 90, 'inclusive')).toBe('B');
    });

    it.each([
      [10, 40, 'A'],
      [10, 39, ''],
      [0, 100, 'A B C'],
      [30, 90, 'B C'],
      [0, 9000, 'A B C'],
    ])('exclusive: wholly inside %d to %d', async (start, end, expected) => {
      expect(await found(start, end, 'exclusive')).toBe(expected);
    });

    it('an absent bound is unbounded, an open end alive for ever', async () => {
      expect(await found()).toBe('A B C open');
      expect(await found(50, undefined)).toBe('B C open');
      expect(await found(undefined, 30)).toBe('A C');
      expect(await found(100_000, 100_001)).toBe('open');
      expect(await found(50, undefined, 'exclusive')).toBe('B open');
    });
  });

  describe('201 error', () => {
    it.each([
      [{ zone: 'atlantis' }, 'zone'],
      [{ capacity: 'everything' }, 'capacity'],
      [{ without: ['nonsense'] }, 'without[0] must be'],
      [{ without: 'ResourcePool:x' }, 'without'],
      [{ elements: { some: [ANY_ID, 'nonsense'] } }, 'elements.some[1] must be'],
      [{ elements: { every: [7] } }, 'elements.every[0] must be'],
      [{ window: { start: 'soon' } }, 'window.start'],
      [{ window: { start: hour(2), end: hour(1) } }, 'window.end'],
      [{ window: { start: hour(2), end: hour(2) } }, 'window.end must be later than start'],
      [{ limit: 0 }, 'limit'],
      [{ cursor: 'made-up' }, 'cursor'],
      [{ window: { scope: 'both' } }, 'window.scope'],
      [{ 'show-utilization': 'maybe' }, 'show-utilization'],
    ])('for %j, naming %s', async (body, field) => {
      expect(await query(body)).toMatchObject({ result: 'error', message: expect.stringContaining(field) });
    });
  });

  it('400 for a body that is no JSON object', async () => {
    const response = await service.http.post('/query-capacity').send([]);
    expect([response.status, response.body.result]).toEqual([400, 'error']);
  });
});
