import { connect } from 'node:net';
import { eventually } from '../support/eventually.js';
import { whileZoneIsHeld } from '../support/held-zone.js';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

describe('requests', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10 });
  });
  afterAll(() => service.stop());

  /** The service counts a request after it has sent the answer. The client may receive the answer a moment earlier. */
  function eventuallyCounts(...counts: readonly [Record<string, string>, number][]): Promise<Scrape> {
    return eventually(async () => {
      const scrape = await Scrape.of(service.baseUrl);
      const found = counts.map(([labels]) => [labels, scrape.value('http_requests_total', labels)]);
      expect(found).toEqual(counts);
      return scrape;
    });
  }

  it('counts requests by the template of their route, never by their path', async () => {
    const id = '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11';
    await service.http.get(`/reservations/${id}`);
    await service.http.get(`/reservations/${id}?limit=5`);
    await service.http.get(`/Reservations/${id}/`);
    const labels = { method: 'GET', route: '/reservations/:id', result: 'refused' };
    const { text } = await eventuallyCounts(
      [{ ...labels, status: '404' }, 2],
      [{ ...labels, status: '400' }, 1],
    );
    expect(text).not.toContain(id);
  });

  it('has one label for all paths that nothing answers at', async () => {
    for (const path of ['/nowhere', '/secret-token-abc', '/%ff', '/reservations/1/2/3']) {
      await service.http.get(path);
    }
    const { text } = await eventuallyCounts([{ route: 'unmatched', status: '404' }, 4]);
    expect(text).not.toContain('secret-token-abc');
  });

  it('distinguishes the outcomes of Group A, which have the same status', async () => {
    const route = '/create-reservation';
    await service.operation('create-reservation', { zone: 'z1', capacity: { cores: 1 } });
    await service.operation('create-reservation', { zone: 'z1', capacity: { cores: 1_000 } });
    await service.operation('create-reservation', { zone: 'nowhere', capacity: { cores: 1 } });
    const counted = (result: string): [Record<string, string>, number] => [
      { method: 'POST', route, status: '200', result },
      1,
    ];
    await eventuallyCounts(...['ok', 'conflict', 'refused'].map(counted));
  });

  it('counts a request that reached no controller under its route', async () => {
    await service.http.post('/update-reservation').set('Content-Type', 'application/json').send('{"x":');
    await service.http.get('/update-reservation');
    await eventuallyCounts(
      [{ route: '/update-reservation', method: 'POST', status: '400' }, 1],
      [{ route: '/update-reservation', method: 'GET', status: '405' }, 1],
    );
  });

  it('counts a request whose client has gone away', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const inFlight = async (): Promise<number | undefined> =>
      (await Scrape.of(service.baseUrl)).value('http_requests_in_flight');
    const body = JSON.stringify({ zone: 'z1', capacity: { cores: 1 } });
    await whileZoneIsHeld(service.database.url, 'z1', async () => {
      const socket = connect(Number(port), hostname);
      const head = `POST /create-reservation HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}`;
      socket.write(`${head}\r\n\r\n${body}`);
      await eventually(async () => expect(await inFlight()).toBe(1));
      socket.destroy();
      await eventuallyCounts([{ route: '/create-reservation', result: 'aborted' }, 1]);
    });
    await eventually(async () => expect(await inFlight()).toBe(0));
  });

  it('has a sound distribution of their durations', async () => {
    const labels = { method: 'POST', route: '/add-provider' };
    const scrape = await Scrape.of(service.baseUrl);
    const buckets = scrape.all('http_request_duration_seconds_bucket', labels);
    const counts = buckets.map(({ value }) => value);
    expect(buckets.at(-1)?.labels.le).toBe('+Inf');
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(scrape.value('http_request_duration_seconds_count', labels));
    expect(scrape.value('http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });
});
