import { hour } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const QUERY = '/reservation/compute/query';

// Regression: a page of a thousand reservations of a thousand containers each was 200 MB. Two at once ended the process.
describe('a page of large reservations', () => {
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

  it('ends after about a MiB, and says where the next one begins', async () => {
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
});
