import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { request } from 'undici';
import { startService } from '../support/service.js';
import { BOOTSTRAP_KEY, bearer, startGuarded, type GuardedService } from './guarded-service.js';

/** So many that their rows are found by the index, in the order of the statement. */
const MANY_KEYS = `
insert into api_keys (id, name, role, scopes, secret_hash, created_at, created_by, expires_at)
select gen_random_uuid(), 'one of many', 'auditor', '[]', '', now(), 'test', now() from generate_series(1, 5000)
returning id`;

let service: GuardedService;

describe('API keys', () => {
  beforeAll(async () => {
    service = await startGuarded();
  });
  afterAll(() => service.stop());

  const whoami = (key: string) => service.http.get('/whoami').set(bearer(key));

  it('are shown once, and stored as a hash', async () => {
    const answer = await service.http
      .post('/keys')
      .set(bearer(service.admin))
      .send({ name: 'of red', role: 'consumer', tenant: 'red' });
    expect(answer.body).toMatchObject({
      role: 'consumer',
      tenant: 'red',
      key: expect.stringMatching(/^hr_/),
    });
    const { keyId, key } = answer.body as { keyId: string; key: string };
    const read = await service.http.get(`/keys/${keyId}`).set(bearer(service.admin));
    const listed = await service.http.get('/keys?tenant=red').set(bearer(service.admin));
    const rows = await service.dataSource.query('select k::text as row from api_keys k');
    const [, , secret] = key.split('_');
    expect(read.body).toMatchObject({ keyId, name: 'of red' });
    expect(listed.body.items.map((item: { keyId: string }) => item.keyId)).toEqual([keyId]);
    expect(JSON.stringify([read.body, listed.body, rows])).not.toContain(secret);
  });

  it('stand for a principal', async () => {
    const { keyId, key } = await service.makeKey({ role: 'consumer', tenant: 'red' });
    expect((await whoami(key)).body).toEqual({
      id: `key:${keyId}`,
      role: 'consumer',
      tenant: 'red',
      scopes: [],
    });
  });

  it('are refused if a request has two, of which Node would use the first', async () => {
    const { key: other } = await service.makeKey({ role: 'auditor' });
    const twice = (...keys: string[]) => {
      const headers = keys.flatMap((key, index) => [
        index === 0 ? 'authorization' : 'Authorization',
        `Bearer ${key}`,
      ]);
      return request(`${service.baseUrl}/whoami`, { headers });
    };
    expect((await twice(service.admin)).statusCode).toBe(200);
    for (const keys of [
      [service.admin, other],
      [service.admin, service.admin],
    ]) {
      const { statusCode, body } = await twice(...keys);
      expect(statusCode).toBe(401);
      expect(await body.json()).toMatchObject({
        code: 'credentials-invalid',
        detail: 'Authorization is sent more than once: one caller, one credential.',
      });
    }
  });

  it('expire after 90 days, or when their maker says', async () => {
    const { keyId, key } = await service.makeKey({ role: 'auditor' });
    const { body } = await service.http.get(`/keys/${keyId}`).set(bearer(service.admin));
    expect(Date.parse(body.expires as string) / 1000 - service.clock.now()).toBe(90 * 86_400);
    const soon = new Date((service.clock.now() + 5) * 1000).toISOString();
    const short = await service.makeKey({ role: 'auditor', expires: soon });
    expect((await whoami(short.key)).status).toBe(200);
    service.clock.advance(5);
    const refused = await whoami(short.key);
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ code: 'credentials-expired', detail: 'The API key is expired.' });
    expect((await whoami(key)).status).toBe(200);
  });

  it('are refused at once where they were revoked, and can not come back', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator' });
    expect((await whoami(key)).status).toBe(200);
    const revoked = await service.http.delete(`/keys/${keyId}`).set(bearer(service.admin));
    expect(revoked.body.revoked).toBeDefined();
    expect((await whoami(key)).body.code).toBe('credentials-expired');
    for (const request of [
      service.http.patch(`/keys/${keyId}`).send({ name: 'back' }),
      service.http.post(`/keys/${keyId}/rotate`),
    ]) {
      const answer = await request.set(bearer(service.admin));
      expect([answer.status, answer.body.code]).toEqual([409, 'key-revoked']);
    }
    const again = await service.http.delete(`/keys/${keyId}`).set(bearer(service.admin));
    expect(again.body.revoked).toBe(revoked.body.revoked);
  });

  it('are refused within ten seconds in other processes', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator' });
    expect((await whoami(key)).status).toBe(200);
    const revoke = `update api_keys set revoked_at = now(), changed_at = now() where id = $1`;
    await service.dataSource.query(revoke, [keyId]);
    service.clock.advance(10);
    expect((await whoami(key)).status).toBe(401);
  });

  it('are read once while they are used, new ones too, and again when another process has changed them', async () => {
    const { KeysRepository } = await import('../../src/access/keys/keys.repository.js');
    const { KnownKeys } = await import('../../src/access/keys/known-keys.js');
    const reads = jest.spyOn(service.app.get(KeysRepository), 'findAll');
    const [known, { keyId, key }] = [service.app.get(KnownKeys), await service.makeKey({ role: 'operator' })];
    await known.tick();
    const idsRead = (): string[] => reads.mock.calls.flatMap(([ids]) => ids).filter((id) => id === keyId);
    for (let round = 0; round < 4; round += 1) {
      expect((await whoami(key)).status).toBe(200);
      service.clock.advance(8);
      await known.tick();
    }
    expect(idsRead()).toHaveLength(1);
    const rename = `update api_keys set name = 'new', changed_at = clock_timestamp() where id = $1`;
    await service.dataSource.query(rename, [keyId]);
    await known.tick();
    expect((await whoami(key)).status).toBe(200);
    expect(idsRead()).toHaveLength(2);
    reads.mockRestore();
  });

  it('are remembered and looked up, however many a client invents', async () => {
    const { KeysRepository } = await import('../../src/access/keys/keys.repository.js');
    const { KnownKeys } = await import('../../src/access/keys/known-keys.js');
    const known = service.app.get(KnownKeys);
    const { keyId, key } = await service.makeKey({ role: 'operator' });
    expect((await whoami(key)).status).toBe(200);
    const reads = jest.spyOn(service.app.get(KeysRepository), 'findAll');
    const find = async (id: string, client: string) => known.find(id, client);
    for (let round = 0; round < 51; round += 1) {
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => find(randomUUID(), `${index % 4}`)));
    }
    expect(await find(keyId, 'friend')).toBeDefined();
    expect(reads.mock.calls.flatMap(([ids]) => ids)).not.toContain(keyId);
    const invented = Array.from({ length: 251 }, () => randomUUID());
    const lookups = invented.map((id) => find(id, 'stranger'));
    await expect(lookups[250]).rejects.toThrow(expect.objectContaining({ kind: 'unavailable' }));
    known.forget(keyId);
    expect((await find(keyId, 'friend'))?.key.id).toBe(keyId);
    expect(await Promise.all(lookups.slice(0, 250))).toEqual(Array(250).fill(undefined));
    reads.mockRestore();
  });

  it('rotate with an overlap', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator' });
    const { body } = await service.http
      .post(`/keys/${keyId}/rotate`)
      .set(bearer(service.admin))
      .send({ overlapSeconds: 60 });
    expect(body.keyId).toBe(keyId);
    const statuses = async () => [(await whoami(key)).status, (await whoami(body.key as string)).status];
    expect(await statuses()).toEqual([200, 200]);
    service.clock.advance(60);
    expect(await statuses()).toEqual([401, 200]);
  });

  const at = (seconds: number) => new Date((service.clock.now() + seconds) * 1000).toISOString();
  const rotate = async (keyId: string, body: object) =>
    (await service.http.post(`/keys/${keyId}/rotate`).set(bearer(service.admin)).send(body)).body;

  it('keep their expiry when they are rotated, unless a new one is given', async () => {
    const { keyId } = await service.makeKey({ role: 'operator', expires: at(600) });
    expect(Date.parse((await rotate(keyId, {})).expires as string)).toBe(Date.parse(at(600)));
    expect(Date.parse((await rotate(keyId, { expires: at(900) })).expires as string)).toBe(
      Date.parse(at(900)),
    );
  });

  it('are not accepted beyond their former expiry when a rotation extends it', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator', expires: at(60) });
    const { key: fresh, previousUntil } = await rotate(keyId, { expires: at(900), overlapSeconds: 600 });
    expect(Date.parse(previousUntil as string)).toBe(Date.parse(at(60)));
    service.clock.advance(60);
    expect([(await whoami(key)).status, (await whoami(fresh as string)).status]).toEqual([401, 200]);
  });

  it('need a new expiry when they are rotated after it', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator', expires: at(5) });
    service.clock.advance(5);
    expect(await rotate(keyId, {})).toMatchObject({
      status: 400,
      detail: 'expires must be given, because the key has expired',
    });
    const { key: fresh } = await rotate(keyId, { expires: at(900) });
    expect([(await whoami(key)).status, (await whoami(fresh as string)).status]).toEqual([401, 200]);
  });

  it('say when they were last used, by the minute', async () => {
    const { keyId, key } = await service.makeKey({ role: 'operator' });
    await whoami(key);
    const { KeyUses } = await import('../../src/access/keys/key-uses.js');
    await service.app.get(KeyUses).tick();
    const { body } = await service.http.get(`/keys/${keyId}`).set(bearer(service.admin));
    const now = service.clock.now();
    expect(Date.parse(body.lastUsed as string) / 1000).toBe(now - (now % 60));
  });

  it('can be reported as used by several processes at once, which then do not wait for each other', async () => {
    const { KeysRepository } = await import('../../src/access/keys/keys.repository.js');
    const keys = service.app.get(KeysRepository);
    const rows: { id: string }[] = await service.dataSource.query(MANY_KEYS);
    await service.dataSource.query('analyze api_keys');
    const now = service.clock.now();
    const uses = rows.map(({ id }) => [id, now] as const);
    const reports = Array.from({ length: 8 }, (_, process) => (process % 2 === 0 ? uses : uses.toReversed()));
    await Promise.all(reports.map((report) => keys.noteUses(new Map(report))));
    await service.dataSource.query(`delete from api_keys where name = 'one of many'`);
  });

  it('are made once under an Idempotency-Key, and the repetition has the key too', async () => {
    const make = () =>
      service.http
        .post('/keys')
        .set({ ...bearer(service.admin), 'Idempotency-Key': 'k-1' })
        .send({ name: 'once', role: 'auditor' });
    const [first, second] = [await make(), await make()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  // Regression: 500, such as in processes that lack a new credential key.
  it('are not made again where the answer to the first request can not be decrypted', async () => {
    const make = () =>
      service.http
        .post('/keys')
        .set({ ...bearer(service.admin), 'Idempotency-Key': 'k-unreadable' })
        .send({ name: 'sealed elsewhere', role: 'auditor' });
    expect((await make()).status).toBe(201);
    const sealElsewhere = `update idempotency_keys set sealed = regexp_replace(sealed, '^v1:[^:]+', 'v1:another')
                            where key = 'k-unreadable'`;
    await service.dataSource.query(sealElsewhere);
    const { status, body, headers } = await make();
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'answer-unreadable', '1']);
    const { body: list } = await service.http.get('/keys?limit=1000').set(bearer(service.admin));
    expect(list.items.filter(({ name }: { name: string }) => name === 'sealed elsewhere')).toHaveLength(1);
  });

  it.each([
    [{ role: 'consumer' }, 'tenant must be given for a consumer'],
    [{ role: 'auditor', tenant: 'red' }, 'tenant is only for a consumer'],
    [{ role: 'consumer', tenant: 'a b' }, 'tenant must be 1 to 255 visible ASCII characters'],
    [{ role: 'machine' }, 'scopes must be given for a machine'],
    [{ role: 'operator', scopes: ['notify'] }, 'scopes are only for a machine'],
    [{ role: 'machine', scopes: ['all'] }, 'scopes[0] must be one of metrics, notify'],
    [{ role: 'root' }, 'role must be one of machine, consumer, auditor, operator, admin'],
    [{}, "must provide 'role' parameter"],
    [{ role: 'auditor', expires: '2001-01-01T00:00:00Z' }, 'expires must lie in the future'],
  ])('are not made of %j', async (wish, detail) => {
    const answer = await service.http
      .post('/keys')
      .set(bearer(service.admin))
      .send({ name: 'n', ...wish });
    expect([answer.status, answer.body.detail]).toEqual([400, detail]);
  });

  it('answer 404 for one that is not there', async () => {
    for (const id of ['0199f7c3-4d5e-7a6f-8b70-91a2b3c4d5e6', 'x']) {
      const answer = await service.http.get(`/keys/${id}`).set(bearer(service.admin));
      expect([answer.status, answer.body.code]).toEqual([404, 'unknown-key']);
    }
  });

  it('of several admins asked for at once with the bootstrap key, one is made', async () => {
    const fresh = await startService({ environment: { AUTH: 'keys', BOOTSTRAP_KEY } });
    try {
      const make = () =>
        fresh.http.post('/keys').set(bearer(BOOTSTRAP_KEY)).send({ name: 'first', role: 'admin' });
      const answers = await Promise.all(Array.from({ length: 8 }, make));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
        expect([401, 409]).toContain(status);
        expect(['credentials-expired', 'bootstrap-key-used']).toContain(body.code);
      }
    } finally {
      await fresh.stop();
    }
  });

  it('end the use of the bootstrap key, for good', async () => {
    const answer = await whoami(BOOTSTRAP_KEY);
    expect([answer.status, answer.body.code]).toEqual([401, 'credentials-expired']);
  });

  // Regression: processes that had seen the admin key refused it until they were restarted.
  it('give it its use back if a recovery of the database has lost the admin key', async () => {
    const fresh = await startGuarded();
    try {
      const statusOfBootstrap = async () =>
        (await fresh.http.get('/whoami').set(bearer(BOOTSTRAP_KEY))).status;
      expect(await statusOfBootstrap()).toBe(401);
      await fresh.dataSource.query('delete from api_keys');
      expect(await statusOfBootstrap()).toBe(200);
    } finally {
      await fresh.stop();
    }
  });
});
