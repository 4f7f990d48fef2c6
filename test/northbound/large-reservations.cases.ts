import { hour } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const QUERY = '/reservation/compute/query';

// Regression: a page of a thousand reservations of a thousand containers each was 200 MB. Two at once ended the process.
describe('large reservations', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ instances: 32_000 });
  });
  afterAll(() => service.stop());

  const containers = Array.from({ length: 1_000 }, (_, index) => ({
    containerId: `${'c'.repeat(190)}${index}`,
  }));

  async function create(startTime: string): Promise<string> {
    const body = { startTime, virtualizationContainerReservation: containers };
    const answer = await service.http.post('/reservation/compute/create').send(body).expect(201);
    return answer.body.reservationData.reservationId as string;
  }

  it('on a page: it ends after about a MiB, and says where the next one begins', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) ids.push(await create(hour(8)));
    const seen: string[][] = [];
    let more = '';
    do {
      const { body } = await service.http.get(`${QUERY}?limit=1000${more}`).expect(200);
      seen.push((body.queryResult as { reservationId: string }[]).map(({ reservationId }) => reservationId));
      more = body.next ? `&cursor=${body.next as string}` : '';
    } while (more);
    expect(seen.flat()).toEqual(ids);
    expect(seen[0].length).toBeLessThan(10);
  });

  // Regression: a reservation that was named a thousand times made an answer of 200 MB, all in memory.
  it('that the query names: are answered in the order of their ids, while they are read', async () => {
    const [one, other] = [await create(hour(8)), await create(hour(8))];
    const named = Array.from({ length: 41 }, (_, index) => (index % 3 ? one : other));
    const filter = { queryReservationFilter: named.map((reservationId) => ({ reservationId })), unheard: 1 };
    const answer = await service.http.get(QUERY).send(filter).expect(200);
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    const { queryResult, warnings } = answer.body as {
      queryResult: { reservationId: string; virtualizationContainerReserved: object[] }[];
      warnings: string[];
    };
    expect(queryResult.map(({ reservationId }) => reservationId)).toEqual(named);
    expect(queryResult[40].virtualizationContainerReserved).toEqual(containers);
    expect(warnings).toEqual([expect.stringContaining('`unheard`')]);
  });

  it('that the query names: 404 if the last one is unknown', async () => {
    const [id, unknown] = [await create(hour(8)), '01900000-0000-7000-8000-000000000000'];
    const named = [...Array.from({ length: 40 }, () => id), unknown];
    const filter = { queryReservationFilter: named.map((reservationId) => ({ reservationId })) };
    const { body } = await service.http.get(QUERY).send(filter).expect(404);
    expect(JSON.stringify(body)).toContain('/queryReservationFilter/40/reservationId');
  });

  // Regression: each disk repeats the name of its flavor, so a body of 36 KB was stored, and answered, as 21 MB.
  it('whose disks repeat a long name of their flavor: 400', async () => {
    const flavored = (flavorId: string) => {
      const containerFlavor = { flavorId, storageAttributes: Array.from({ length: 1_000 }, () => ({})) };
      return { virtualizationContainerReservation: [{ containerFlavor }] };
    };
    const refused = await service.http.post('/reservation/compute/create').send(flavored('f'.repeat(1_024)));
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([
      400,
      '/virtualizationContainerReservation',
    ]);
    const { reservationData } = (
      await service.http.post('/reservation/compute/create').send(flavored('small')).expect(201)
    ).body;
    const [{ virtualDisks }] = reservationData.virtualizationContainerReserved;
    expect(virtualDisks).toHaveLength(1_000);
    expect(virtualDisks[999]).toMatchObject({ flavourId: 'small' });
  });

  it('that repeat more often than one statement can store: 400', async () => {
    const body = { endTime: hour(9), virtualizationContainerReservation: containers };
    const series = (count: number) =>
      service.http.post('/reservation/compute/create').send({ ...body, repeat: `FREQ=DAILY;COUNT=${count}` });
    const refused = await series(70);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([
      400,
      '/virtualizationContainerReservation',
    ]);
    expect(refused.body.detail).toContain('70 occurrences');
    await series(2).expect(201);
  });
});
