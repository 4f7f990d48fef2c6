import { hour } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('reservations that protect each other in a circle', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
  });
  afterAll(() => service.stop());

  const some = (count: number, end?: string): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const made = await service.operation('create-reservation', {
          zone: 'z1',
          end,
          capacity: { cores: 1 },
        });
        return made['reservation-id'] as string;
      }),
    );
  const protect = (id: string, elements: readonly string[]) =>
    service.operation('update-reservation', { 'reservation-id': id, elements });
  const cancel = (id: string) => service.operation('cancel-reservation', { 'reservation-id': id });
  const refused = (named: string) => ({
    result: 'error',
    message: expect.stringContaining(`elements names ${named}`),
  });

  it.each([2, 3, 7])('are refused, be they %i', async (count) => {
    const ids = await some(count);
    for (let i = 0; i + 1 < count; i++)
      expect(await protect(ids[i], [ids[i + 1]])).toMatchObject({ result: 'ok' });
    const [unrelated] = await some(1);
    expect(await protect(ids[count - 1], [unrelated, ids[0]])).toMatchObject(refused(ids[0]));
    for (const id of ids) expect(await cancel(id)).toMatchObject({ result: 'ok' });
  });

  it('are refused when they would arise from updates sent at once', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await some(4);
      const answers = await Promise.all(ids.map((id, i) => protect(id, [ids[(i + 1) % ids.length]])));
      expect(answers.map(({ result }) => result as string).sort()).toEqual(['error', 'ok', 'ok', 'ok']);
    }
  });

  it('are none where two ways lead to the same, or where one of them is over or was cancelled', async () => {
    const [top, left, right, bottom] = await some(4);
    expect(await protect(left, [bottom])).toMatchObject({ result: 'ok' });
    expect(await protect(right, [bottom])).toMatchObject({ result: 'ok' });
    expect(await protect(top, [left, right])).toMatchObject({ result: 'ok' });
    expect(await protect(bottom, [left])).toMatchObject(refused(left));
    expect(await cancel(top)).toMatchObject({ result: 'ok' });
    const [first, last] = await some(2);
    const [passing] = await some(1, hour(1));
    expect(await protect(first, [passing])).toMatchObject({ result: 'ok' });
    expect(await protect(passing, [last])).toMatchObject({ result: 'ok' });
    expect(await protect(last, [first])).toMatchObject(refused(first));
    service.clock.advance(48 * 3600);
    expect(await protect(last, [first])).toMatchObject({ result: 'ok' });
  });

  it('can be left by an update that keeps its elements', async () => {
    const [upper, lower] = await some(2);
    await protect(upper, [lower]);
    const update = { 'reservation-id': upper, capacity: { cores: 2 } };
    expect(await service.operation('update-reservation', update)).toMatchObject({ result: 'ok' });
  });

  it('are looked for down a chain of some thousands only', async () => {
    const chain = `
      insert into reservations (zone_id, id, kind, status, starts_at, ends_at, amounts, elements, restricted, addresses,
                                created_at, updated_at)
      select 'z1', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'mixed', 'admitted', '2020-01-01',
             'infinity', '{}', jsonb_build_array('ResourceReservation:00000000-0000-7000-8000-' || lpad((n + 1)::text, 12, '0')),
             '[]', '[]', now(), now()
        from generate_series(1, 5000) n`;
    await service.dataSource.query(chain);
    const [id] = await some(1);
    const first = '00000000-0000-7000-8000-000000000001';
    expect(await protect(id, [first])).toMatchObject(refused(first));
    expect(await protect(id, ['00000000-0000-7000-8000-000000004000'])).toMatchObject({ result: 'ok' });
  });
});
