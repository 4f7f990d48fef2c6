import { startService, type RunningService } from '../support/service.js';

describe('Idempotency-Key', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 100_000, instances: 10 });
  });
  afterAll(() => service.stop());

  const keyed = async (path: string, key: string, body: object) =>
    service.http.post(path).set('Idempotency-Key', key).send(body);
  const reserved = async (): Promise<number> => {
    const [{ cores }] = await service.dataSource.query(
      `select sum(reserved)::int as cores from ledger_steps() where class = 'cores' and until = 'infinity'`,
    );
    return (cores as number | null) ?? 0;
  };

  it('answers a repetition alike, without a second effect', async () => {
    const body = { zone: 'z1', capacity: { cores: 2 } };
    const first = await keyed('/create-reservation', 'again', body);
    const second = await keyed('/create-reservation', 'again', { capacity: { cores: 2 }, zone: 'z1' });
    expect(first.body.result).toBe('ok');
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await reserved()).toBe(2);
  });

  it('lets twenty at once have one effect', async () => {
    const before = await reserved();
    const body = { zone: 'z1', capacity: { cores: 1 } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keyed('/create-reservation', 'at-once', body)),
    );
    expect(new Set(answers.map((answer) => answer.body['reservation-id'])).size).toBe(1);
    expect(await reserved()).toBe(before + 1);
  });

  it('covers instances, capacity, updates, cancels and the northbound interface', async () => {
    const created = await keyed('/reservation/compute/create', 'nb', {
      computePoolReservation: { numCpuCores: 1 },
    });
    const repeated = await keyed('/reservation/compute/create', 'nb', {
      computePoolReservation: { numCpuCores: 1 },
    });
    expect([repeated.status, repeated.body]).toEqual([201, created.body]);
    const { reservationId } = created.body.reservationData;
    const cancel = { 'reservation-id': reservationId };
    for (let time = 0; time < 2; time++) {
      const cancelled = await keyed('/cancel-reservation', 'cancel', cancel);
      expect(cancelled.body).toEqual({ result: 'ok', message: 'reservation canceled' });
    }
    const order = { name: 'a', image: 'i', flavor: 'm1.tiny' };
    const [one, two] = [
      await keyed('/create-instance', 'vm', order),
      await keyed('/create-instance', 'vm', order),
    ];
    expect(one.body).toMatchObject({ result: 'ok' });
    expect(two.body).toEqual(one.body);
  });

  it('is refused for another request, and when it is none', async () => {
    const body = { zone: 'z1', capacity: { cores: 1 } };
    await keyed('/create-reservation', 'mine', body);
    const other = await keyed('/create-reservation', 'mine', { zone: 'z1', capacity: { cores: 3 } });
    expect(other.body).toMatchObject({
      result: 'error',
      message: 'Idempotency-Key was used for a different request',
    });
    const none = await keyed('/create-reservation', 'k'.repeat(256), body);
    expect(none.body).toMatchObject({ result: 'error' });
  });

  it('remembers no refusal: what did not fit may fit later', async () => {
    const body = { zone: 'z1', capacity: { cores: 100 } };
    expect((await keyed('/create-reservation', 'later', body)).body.result).toBe('conflict');
    await service.provider({ cores: 200 });
    expect((await keyed('/create-reservation', 'later', body)).body.result).toBe('ok');
  });

  // Regression: a container with no disk was answered with one that has a disk.
  it('is refused for a request with an empty list in the place of an empty object', async () => {
    const create = (storageAttributes: object) =>
      keyed('/reservation/compute/create', 'empty', {
        virtualizationContainerReservation: [
          { containerFlavor: { virtualCpu: { numVirtualCpu: 1 }, storageAttributes } },
        ],
      });
    const first = await create({});
    expect([first.status, (await create({})).body]).toEqual([201, first.body]);
    expect((await create([])).body).toMatchObject({ code: 'idempotency-key-reused' });
  });

  it('is refused for a request that differs in its query alone', async () => {
    const { pool } = await service.provider({ cores: 1 }, { zone: 'queried' });
    const end = (query: string) =>
      service.http.delete(`/pools/${pool}${query}`).set('Idempotency-Key', 'query');
    expect((await end('?force=true')).status).toBe(200);
    expect((await end('?force=true')).status).toBe(200);
    expect((await end('')).body).toMatchObject({ code: 'idempotency-key-reused' });
  });
});
