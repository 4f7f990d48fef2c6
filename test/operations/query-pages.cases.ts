import { CHUNK_WITH_ELEMENTS } from '../../src/capacity/collection-query.service.js';
import { MAX_UTILIZATION_ROWS } from '../../src/capacity/utilization.js';
import { newId } from '../../src/kernel/identifiers.js';
import { hour, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Answer = Record<string, any>;

describe('pages of query-capacity and query-reservation', () => {
  let service: RunningService;
  const reservations: string[] = [];
  beforeAll(async () => {
    service = await startService();
    for (const zone of ['a', 'b']) {
      await service.provider({ cores: 100 }, { zone });
      for (let index = 0; index < 7; index++) {
        reservations.push(await reserved(service, zone, [hour(index), hour(20)], { cores: 1 }));
      }
    }
  });
  afterAll(() => stopSound(service));

  /** Reads page after page until there is no next one. */
  async function pages(operation: string, body: object, list: string): Promise<string[][]> {
    const read: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const answer: Answer = await service.operation(operation, { ...body, cursor });
      expect(answer.result).toBe('ok');
      read.push(answer[list] as string[]);
      cursor = answer['next-cursor'] as string | undefined;
      if (cursor === undefined) return read;
    }
  }

  it.each([true, false])(
    'cut the list, zone after zone, whether figures are wanted or not (%p)',
    async (show) => {
      const body = { limit: '4', 'show-utilization': show };
      const read = await pages('query-reservation', body, 'reservations');
      expect(read.map(({ length }) => length)).toEqual([4, 4, 4, 2]);
      expect(read.flat()).toEqual(reservations);
    },
  );

  it.each([true, false])('keep the order of kinds, and hold what matches only (figures %p)', async (show) => {
    const some = { elements: { some: reservations }, 'show-utilization': show };
    const body = { capacity: 'available', zone: 'a', 'show-utilization': show };
    const { collections } = await service.operation('query-capacity', body);
    expect(collections).toHaveLength(8);
    const read = await pages('query-capacity', { ...body, limit: 1 }, 'collections');
    expect(read).toEqual((collections as string[]).map((each) => [each]));
    expect(await pages('query-capacity', { ...some, limit: 3 }, 'collections')).toEqual([[]]);
    const without = { ...body, without: reservations.slice(0, 5) };
    expect((await pages('query-capacity', { ...without, limit: 2 }, 'collections')).flat()).toHaveLength(3);
  });

  it('leave the figures as they are: of all that matches', async () => {
    const body = { zone: 'a', window: { start: hour(10), end: hour(11) } };
    const whole = await service.operation('query-reservation', body);
    const page = await service.operation('query-reservation', { ...body, limit: 2 });
    expect(page.utilization).toEqual(whole.utilization);
    expect(page.utilization[0]).toMatchObject({ count: 7, capacity: { cores: 7 } });
    expect(whole).not.toHaveProperty('next-cursor');
    expect(whole.reservations).toHaveLength(7);
  });

  it('a cursor alone asks for a page of ten', async () => {
    const { 'next-cursor': nextCursor } = await service.operation('query-reservation', { limit: 1 });
    const { reservations: rest } = await service.operation('query-reservation', { cursor: nextCursor });
    expect(rest).toEqual(reservations.slice(1, 11));
  });

  it('a cursor goes on where its collection is gone since', async () => {
    const extra = await reserved(service, 'b', [hour(1), hour(2)], { cores: 1 });
    const { 'next-cursor': nextCursor, reservations: first } = await service.operation('query-reservation', {
      zone: 'b',
      limit: 8,
      'show-utilization': false,
    });
    expect([first.at(-1), nextCursor]).toEqual([extra, undefined]);
    const { 'next-cursor': cursor } = await service.operation('query-reservation', { zone: 'b', limit: 7 });
    await service.operation('cancel-reservation', { 'reservation-id': extra });
    for (const show of [true, false]) {
      const body = { zone: 'b', cursor, 'show-utilization': show };
      expect(await service.operation('query-reservation', body)).toMatchObject({ reservations: [] });
    }
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 'ten' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: Buffer.from('1:ResourcePool:x@a').toString('base64url') }, 'cursor'],
  ])('refuse %j, naming %s', async (body, field) => {
    for (const operation of ['query-capacity', 'query-reservation']) {
      const answer = await service.operation(operation, body);
      expect(answer).toMatchObject({ result: 'error', message: expect.stringMatching(`^${field} must`) });
    }
  });

  it.each([{ capacity: 'total' }, { window: { scope: 'exclusive' } }, { without: [newId()] }])(
    'refuse a cursor of a query that differs in %j',
    async (difference) => {
      const body = { zone: 'a', capacity: 'available', limit: 1 };
      const { 'next-cursor': cursor } = await service.operation('query-capacity', body);
      expect(await service.operation('query-capacity', { ...body, limit: 2, cursor })).toMatchObject({
        result: 'ok',
      });
      expect(await service.operation('query-capacity', { ...body, ...difference, cursor })).toMatchObject({
        result: 'error',
        message: 'cursor must be the next of a page of the same list, filters and order',
      });
    },
  );

  it('refuse a cursor of another zone', async () => {
    const { 'next-cursor': nextCursor } = await service.operation('query-reservation', {
      zone: 'a',
      limit: 1,
    });
    const answer = await service.operation('query-reservation', { zone: 'b', cursor: nextCursor });
    expect(answer).toMatchObject({ result: 'error', message: expect.stringMatching('^cursor must') });
  });
});

describe('more rows of figures than an answer may have', () => {
  const MANY = MAX_UTILIZATION_ROWS + 1_000;
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 2 }, { zone: 'large' });
    // Only what the figures are read from, so that it takes a second.
    await service.dataSource.query(
      `with moved as (update zones set head = head + $1::int where zone_id = 'large' returning head - $1::int as seen)
       insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id,
                                   starts_at, ends_at, amounts, recorded_at)
       select 'large', m.seen + n, gen_random_uuid(), p.id, 'reserved', 'reservation', gen_random_uuid(),
              $2::timestamptz + (n - 1) * interval '1 second', $2::timestamptz + n * interval '1 second',
              jsonb_build_object('cores', 1 + n % 2), now()
         from moved m, providers p, generate_series(1, $1::int) n`,
      [MANY, hour(0)],
    );
  });
  afterAll(() => service.stop());

  it.each([
    ['query-reservation', {}],
    ['query-capacity', { capacity: 'available' }],
  ])('are cut by %s, which says where to go on', async (operation, metric) => {
    const ask = (start: string): Promise<Answer> =>
      service.operation(operation, { ...metric, zone: 'large', limit: 1, window: { start } });
    const first = await ask(hour(0));
    expect(first.utilization).toHaveLength(MAX_UTILIZATION_ROWS);
    const next = first['utilization-omitted-from'] as string;
    expect(Date.parse(next)).toBe(Date.parse(hour(0)) + MAX_UTILIZATION_ROWS * 1_000);
    const rest = await ask(next);
    expect(rest.utilization).toHaveLength(1_001);
    expect(rest.utilization[0].timestamp).toBe(next);
    expect(rest).not.toHaveProperty('utilization-omitted-from');
    const cores = rest.utilization.map(({ capacity }: Answer) => capacity.cores as number);
    expect([cores[0], cores.at(-1)]).toEqual(operation === 'query-reservation' ? [2, 0] : [0, 2]);
  });
});

describe('more collections than are read at once', () => {
  const MANY = 2 * CHUNK_WITH_ELEMENTS;
  let service: RunningService;
  let provider: string;
  let reservations: string[];
  beforeAll(async () => {
    service = await startService();
    ({ provider } = await service.provider({ cores: MANY }, { zone: 'z' }));
    const elements = [provider];
    const reserve = (): Promise<string> =>
      reserved(service, 'z', [hour(0), hour(1)], { cores: 1 }, { elements });
    reservations = (await Promise.all(Array.from({ length: MANY }, reserve))).sort();
  });
  afterAll(() => stopSound(service));

  const ofProvider = (): Promise<Answer> =>
    service.operation('query-reservation', {
      zone: 'z',
      elements: { some: [provider] },
      window: { start: hour(0), end: hour(2) },
    });

  it('are all listed and counted, in order', async () => {
    const answer = await ofProvider();
    expect(answer.reservations).toEqual(reservations);
    expect(answer.utilization[0]).toMatchObject({ count: MANY, capacity: { cores: MANY } });
  });

  it('also where the last part is not full', async () => {
    const [gone = '', ...rest] = reservations;
    await service.operation('cancel-reservation', { 'reservation-id': gone });
    const answer = await ofProvider();
    expect(answer.reservations).toEqual(rest);
    expect(answer.utilization[0]).toMatchObject({ count: MANY - 1, capacity: { cores: MANY - 1 } });
  });
});
