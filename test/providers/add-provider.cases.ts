import request from 'supertest';
import { eventually } from '../support/eventually.js';
import { CLOUD, startProviders, UNREACHABLE, type ProvidersApp } from './providers-app.js';

describe('POST /add-provider', () => {
  let running: ProvidersApp;

  beforeAll(async () => {
    running = await startProviders();
  });

  afterAll(async () => {
    await running.stop();
    await running.database.drop();
  });

  async function add(members: object) {
    const response = await request(running.app.getHttpServer()).post('/add-provider').send(members);
    expect(response.status).toBe(200);
    return response.body;
  }

  async function look(path: string) {
    return (await request(running.app.getHttpServer()).get(path)).body;
  }

  async function rowCounts() {
    const [row] = await running.dataSource.query(
      'select (select count(*)::int from providers) providers, (select count(*)::int from zones) zones',
    );
    return row;
  }
  it('registers a platform, opens its zone and knows its flavors, but shows no password', async () => {
    const answer = await add({ ...CLOUD, zone: 'z1', traits: { rdmaSupported: 'true' } });
    expect(answer).toMatchObject({ result: 'ok', 'provider-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const provider = await look(`/providers/ResourceProvider:${answer['provider-id']}`);
    expect(provider).toMatchObject({
      providerType: 'simulated',
      endpoint: CLOUD.endpoint,
      username: 'operator',
      region: 'RegionOne',
      tenant: CLOUD.tenant,
      zone: 'z1',
      state: 'active',
      traits: { cpuArchitecture: 'x86', rdmaSupported: true },
      createdAt: '2030-01-01T00:00:00Z',
    });
    expect(provider.flavors.map(({ name }: { name: string }) => name)).toContain('m1.small');
    expect(JSON.stringify(provider)).not.toMatch(/password|horse|v1:/);
    expect(await look('/zones/z1')).toMatchObject({ zone: 'z1', providers: 1 });
  });

  it('keeps the password sealed', async () => {
    await add({ ...CLOUD, zone: 'sealed' });
    const rows = await running.dataSource.query('select to_jsonb(p) p from providers p');
    expect(JSON.stringify(rows)).not.toContain('horse');
    expect(rows[0].p.sealed_password).toMatch(/^v1:k1:/);
  });

  it('gives the same id for the same endpoint, tenant, region and zone, with the new credentials', async () => {
    const first = await add({ ...CLOUD, zone: 'again' });
    const slash = { ...CLOUD, zone: 'again', endpoint: `${CLOUD.endpoint}/`, username: 'successor' };
    expect((await add(slash))['provider-id']).toBe(first['provider-id']);
    expect(await look(`/providers/${first['provider-id']}`)).toMatchObject({ username: 'successor' });
    expect(await look('/zones/again')).toMatchObject({ providers: 1 });
  });

  // Regression: the instances there were taken for servers of the other type of platform.
  it('keeps the type of a registered platform until it is retired', async () => {
    const { 'provider-id': id } = await add({ ...CLOUD, zone: 'typed' });
    await running.dataSource.query(`update providers set type = 'openstack' where id = $1`, [id]);
    expect(await add({ ...CLOUD, zone: 'typed' })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('provider-type must be openstack'),
    });
    await running.dataSource.query(`update providers set type = 'simulated' where id = $1`, [id]);
    expect(await add({ ...CLOUD, zone: 'typed' })).toMatchObject({ result: 'ok', 'provider-id': id });
  });

  it.each([
    { zone: 'other' },
    { region: 'RegionTwo' },
    { tenant: { id: 't2' } },
    { endpoint: 'http://b.example' },
  ])('makes another provider for another %j', async (members) => {
    const first = await add({ ...CLOUD, zone: 'distinct' });
    const second = await add({ ...CLOUD, zone: 'distinct', ...members });
    expect(second['provider-id']).not.toBe(first['provider-id']);
  });

  // Regression: a tenant that was renamed on its platform made another provider of it.
  it('knows a tenant by its id, whatever its name, and else by its name', async () => {
    const of = (tenant: object) => add({ ...CLOUD, zone: 'renamed', tenant });
    const { 'provider-id': first } = await of({ id: 't1' });
    const { 'provider-id': named } = await of({ name: 'N' });
    for (const tenant of [{ id: 't1', name: 'N' }, { id: 't1', name: 'M' }, { id: 't1' }])
      expect(await of(tenant)).toMatchObject({ result: 'ok', 'provider-id': first });
    expect((await look(`/providers/${first}`)).tenant).toEqual({ id: 't1', name: 'M' });
    expect(named).not.toBe(first);
    expect(await of({ name: 'N' })).toMatchObject({ 'provider-id': named });
    expect(await look('/zones/renamed')).toMatchObject({ providers: 2 });
  });

  // Regression: two names of one tenant made two providers when they came at the same moment.
  it.each([
    ['equal registrations', 'race', {}],
    ['names of one tenant', 'names', { id: 't1' }],
  ])('makes one provider of twenty %s at once', async (_what, zone, { id }: { id?: string }) => {
    // A new zone makes them wait for each other.
    await add({ ...CLOUD, zone, endpoint: 'http://b.example' });
    const tenants = Array.from({ length: 20 }, (_, n) => (id ? { id, name: `N${n}` } : CLOUD.tenant));
    // A busy machine turns those away that have waited for long, as clients that try again.
    const answers = await Promise.all(
      tenants.map((tenant) => eventually(() => add({ ...CLOUD, zone, tenant }))),
    );
    expect(new Set(answers.map((answer) => answer['provider-id'])).size).toBe(1);
    expect(await look(`/zones/${zone}`)).toMatchObject({ providers: 2 });
  });

  it('refuses credentials the platform refuses, and keeps nothing', async () => {
    const before = await rowCounts();
    const answer = await add({ ...CLOUD, zone: 'refused', password: 'wrong' });
    expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining('password') });
    expect(answer).not.toHaveProperty('provider-id');
    expect(await rowCounts()).toEqual(before);
  });

  it('leaves a registered provider as it is when its new credentials are refused', async () => {
    const { 'provider-id': id } = await add({ ...CLOUD, zone: 'kept' });
    const before = await look(`/providers/${id}`);
    expect((await add({ ...CLOUD, zone: 'kept', username: 'x', password: 'wrong' })).result).toBe('error');
    expect(await look(`/providers/${id}`)).toEqual(before);
  });

  it('registers a platform that can not be reached, and says so', async () => {
    const answer = await add({ ...UNREACHABLE, zone: 'far' });
    expect(answer).toMatchObject({ result: 'ok', message: expect.stringContaining('cannot be reached') });
    const provider = await look(`/providers/${answer['provider-id']}`);
    expect(provider).toMatchObject({ state: 'pending', flavors: [], lastError: expect.any(String) });
  });

  it.each(['amazon', 'Azure', 'hp', 'joyent', 'rackspace'])(
    'has no driver for %s and names those there are',
    async (type) => {
      const answer = await add({ ...CLOUD, 'provider-type': type });
      expect(answer).toMatchObject({
        result: 'error',
        message: expect.stringMatching(/provider-type.*simulated/),
      });
    },
  );

  it.each(['provider-type', 'endpoint', 'username', 'password'])('misses %s and names it', async (member) => {
    const answer = await add({ ...CLOUD, [member]: undefined });
    expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining(`'${member}'`) });
  });

  it('refuses what PostgreSQL could not index instead of failing', async () => {
    // Random, because PostgreSQL would compress regular text below its limit.
    const random = (length: number) =>
      String.fromCodePoint(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 20_000)));
    const members = {
      zone: random(255),
      region: random(255),
      tenant: { id: random(255), name: random(255) },
    };
    expect(await add({ ...CLOUD, ...members })).toMatchObject({
      result: 'error',
      message: expect.stringContaining('endpoint must not exceed'),
    });
    const path = Array.from({ length: 2000 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
    const most = { ...CLOUD, zone: 'long', endpoint: `http://long.example/${path}`, region: random(189) };
    expect(await add(most)).toMatchObject({ result: 'ok' });
    expect(await add({ ...most, region: random(190) })).toMatchObject({ result: 'error' });
  });
});
