import { AnswersSweep } from '../../src/idempotency/answers-sweep.worker.js';
import { alone } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const SUBSCRIBE = { inputFilter: [] };
const CLOUD = {
  'provider-type': 'simulated',
  endpoint: 'http://keyed.example:5000/v3',
  username: 'operator',
  password: 'a password that is told once',
  zone: 'keyed',
};

describe('Idempotency-Key', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
  });
  afterAll(() => service.stop());

  async function post(path: string, key: string, body: object, tenant?: string) {
    const request = service.http.post(path).set('Idempotency-Key', key);
    const {
      status,
      body: answer,
      headers,
    } = await (tenant === undefined ? request : request.set('Headroom-Tenant', tenant)).send(body);
    return { status, answer, replayed: headers['idempotency-replayed'] as unknown };
  }

  const stored = async (key: string): Promise<Record<string, unknown>[]> =>
    service.dataSource.query(`select * from idempotency_keys where key = $1 order by scope`, [key]);
  const count = async (table: string): Promise<number> => {
    const [{ rows }] = await service.dataSource.query(`select count(*)::int as rows from ${table}`);
    return rows as number;
  };

  it('belongs to its tenant: other tenants with the same key get their own answers', async () => {
    const body = { zone: 'z1', capacity: { cores: 1 } };
    const ids = new Set<unknown>();
    for (const tenant of ['a', 'b', undefined]) {
      const first = await post('/create-reservation', 'shared', body, tenant);
      const again = await post('/create-reservation', 'shared', body, tenant);
      expect(first).toMatchObject({ answer: { result: 'ok' }, replayed: undefined });
      expect(again).toEqual({ ...first, replayed: 'true' });
      ids.add(first.answer['reservation-id']);
    }
    expect(ids.size).toBe(3);
    const other = await post('/create-reservation', 'shared', { zone: 'z1', capacity: { cores: 2 } }, 'a');
    expect(other.answer).toMatchObject({
      result: 'error',
      message: expect.stringContaining('Idempotency-Key'),
    });
    expect((await stored('shared')).map(({ scope }) => scope)).toEqual(['', 'a', 'b']);
  });

  it('stores no readable secret, neither of the answer nor of the request', async () => {
    const first = await post('/reservation/subscribe', 'secret', SUBSCRIBE);
    expect(first.answer.secret).toMatch(/^whsec_/);
    expect(await post('/reservation/subscribe', 'secret', SUBSCRIBE)).toEqual({ ...first, replayed: 'true' });
    expect(await post('/add-provider', 'secret', CLOUD, 'b')).toMatchObject({ answer: { result: 'ok' } });
    for (const row of await stored('secret')) {
      expect(row).toMatchObject({ answer: null, fingerprint: null, sealed: expect.stringMatching(/^v1:/) });
    }
    const changed = await post('/add-provider', 'secret', { ...CLOUD, password: 'another' }, 'b');
    expect(changed.answer).toMatchObject({ result: 'error', message: expect.stringContaining('different') });
  });

  it.each([
    ['/reservation/subscribe', SUBSCRIBE, 'subscriptions'],
    ['/capacity/compute/notification', { notificationId: 'n' }, 'received_notifications'],
    ['/add-provider', CLOUD, 'providers'],
  ])('lets ten at once of %s have one effect', async (path, body, table) => {
    const before = await count(table);
    const own = path === '/add-provider' ? { ...body, endpoint: 'http://at-once.example/v3' } : body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, 'ten', own, path)));
    expect(new Set(answers.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
    expect(await count(table)).toBe(before + 1);
  });

  it('lets ten at once compare one platform, and answers all alike', async () => {
    const { provider } = await service.provider({ cores: 1 }, { zone: 'compared' });
    const path = `/providers/${provider}/reconcile`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, 'compared', {})));
    expect(new Set(answers.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, answer: { providerId: provider } });
    expect(answers.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
    expect(await post(path, 'compared-after', {})).toMatchObject({ status: 200, replayed: undefined });
  });

  it('remembers no refusal of a command', async () => {
    const unknown = '/subscriptions/01890a5d-ac96-774b-bcce-b302099a8057/rotate-secret';
    expect(await post(unknown, 'refused', {})).toMatchObject({ status: 404, replayed: undefined });
    expect(await post(unknown, 'refused', {})).toMatchObject({ status: 404, replayed: undefined });
    expect(await stored('refused')).toEqual([]);
  });

  it('is remembered for two days', async () => {
    const first = await post('/reservation/subscribe', 'old', SUBSCRIBE);
    service.clock.advance(49 * 3600);
    await service.app.get(AnswersSweep).tick();
    expect(await stored('old')).toEqual([]);
    const later = await post('/reservation/subscribe', 'old', SUBSCRIBE);
    expect(later.answer).not.toEqual(first.answer);
  });

  // Two zones of a cluster share no unique index.
  it('is remembered for two days, also if an older one has the same key in another zone', () =>
    alone(async ({ app, clock, dataSource }) => {
      await dataSource.query('alter table idempotency_keys drop constraint idempotency_keys_pkey');
      const ages = [49, 1].map((hours) => new Date((clock.now() - hours * 3600) * 1000));
      await dataSource.query(
        `insert into idempotency_keys (zone_id, scope, key, fingerprint, answer, created_at)
         values ('z1', '', 'same', 'f', '{}', $1), ('z2', '', 'same', 'f', '{}', $2)`,
        ages,
      );
      await app.get(AnswersSweep).tick();
      expect(await dataSource.query('select zone_id from idempotency_keys')).toEqual([{ zone_id: 'z2' }]);
    }));
});
