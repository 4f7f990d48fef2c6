import { request } from 'undici';
import { buildDocument } from '../../src/http/openapi/document.js';
import { SAMPLE } from '../../src/http/openapi/samples.js';
import { BUILT_IN_CLASSES } from '../../src/kernel/resource-amounts.js';
import { startService, type RunningService } from '../support/service.js';
import { ApiSchemas, operationsOf, resolve, type Operation } from './api-schemas.js';

const document = buildDocument(BUILT_IN_CLASSES);
const schemas = new ApiSchemas(document, true);
const operations = operationsOf(document);

let service: RunningService;
let provider: string;
let pool: string;
beforeAll(async () => {
  service = await startService();
  const capacity = {
    cores: 1000,
    ram: 1e6,
    instances: 1000,
    addresses: 100,
    gigabytes: 1e5,
    volumes: 1000,
    snapshots: 1000,
  };
  ({ provider, pool } = await service.provider(capacity, { zone: SAMPLE.zone }));
});
afterAll(() => service.stop());

async function ask(method: string, path: string, body?: string) {
  const answer = await request(service.baseUrl + path, {
    method: method.toUpperCase() as 'GET',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body,
  });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: String(answer.statusCode),
    headers: answer.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** Something of each sort that a sample may stand for, so that no example finds the work of another one done. */
async function freshIds(): Promise<Record<string, string>> {
  const capacity = {
    cores: 4,
    ram: 8192,
    instances: 2,
    addresses: 1,
    gigabytes: 100,
    volumes: 1,
    snapshots: 1,
  };
  const reserved = await service.operation('create-reservation', { zone: SAMPLE.zone, capacity });
  const flavor = { name: 'web', image: 'debian-13', flavor: 'm1.small' };
  const created = await service.operation('create-instance', flavor);
  const subscription = { inputFilter: [], callbackUri: 'http://nowhere.invalid' };
  const { body } = await service.http.post('/reservation/subscribe').send(subscription);
  const told = await service.http.post(`/subscriptions/${body.reservationChangeSubscriptionId}/test`);
  return {
    [SAMPLE.provider]: provider,
    [LOST]: (await service.provider({ cores: 1 }, { zone: LOST })).provider,
    [SAMPLE.pool]: pool,
    [SAMPLE.reservation]: reserved['reservation-id'],
    [SAMPLE.instance]: created['instance-id'],
    [SAMPLE.subscription]: body.reservationChangeSubscriptionId,
    [SAMPLE.notification]: told.body.deliveryId,
  };
}

/** Stands for a provider that nothing else is done with. */
const LOST = 'lost';

const SAMPLE_IN_PATH: Record<string, string> = {
  '/providers/{id}': SAMPLE.provider,
  '/providers/{id}/discover': SAMPLE.provider,
  '/providers/{id}/reconcile': SAMPLE.provider,
  '/providers/{id}/withdraw': LOST,
  '/zones/{id}': SAMPLE.zone,
  '/pools/{id}': SAMPLE.pool,
  '/reservations/{id}': SAMPLE.reservation,
  '/instances/{id}': SAMPLE.instance,
  '/subscriptions/{id}': SAMPLE.subscription,
  '/subscriptions/{id}/rotate-secret': SAMPLE.subscription,
  '/subscriptions/{id}/enable': SAMPLE.subscription,
  '/subscriptions/{id}/deliveries': SAMPLE.subscription,
  '/subscriptions/{id}/redeliver': SAMPLE.subscription,
  '/subscriptions/{id}/test': SAMPLE.subscription,
  '/deliveries/{id}': SAMPLE.notification,
  '/deliveries/{id}/redeliver': SAMPLE.notification,
};

const cases = operations.flatMap((operation) => {
  const body = operation.operation.requestBody;
  const examples = Object.entries<any>(body?.content['application/json'].examples ?? { '': {} });
  return examples.map(([name, { value }]) => ({ ...operation, title: `${operation.name} ${name}`, value }));
});

/** What the document says of an answer, and whether the answer keeps to it. */
function expectAsDocumented(
  operation: Operation,
  { status, headers, body }: Awaited<ReturnType<typeof ask>>,
) {
  const documented = resolve(document, operation.operation.responses[status]);
  expect([status, documented]).not.toContain(undefined);
  for (const name of Object.keys(documented.headers)) {
    if (name !== 'Link') expect(headers).toHaveProperty([name.toLowerCase()]);
  }
  const { schema } = documented.content?.['application/json'] ?? documented.content?.['text/plain'] ?? {};
  if (schema) expect({ body, flaws: schemas.flaws(schema, body) }).toEqual({ body, flaws: undefined });
  else expect(body).toBe('');
}

it('documents every route, and no other', () => {
  const { stack } = (service.app.getHttpAdapter().getInstance() as any).router;
  const routes = stack.flatMap(({ route }: any) =>
    Object.keys(route?.methods ?? {}).map((method) => `${method} ${route.path.replace(/:\w+/g, '{}')}`),
  ) as string[];
  const documented = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(routes.filter((route) => !/ \/docs(\/|$)/.test(route)).sort()).toEqual(documented.sort());
});

it.each(cases)('$title is answered as documented', async (operation) => {
  const { method, path, value } = operation;
  const ids = await freshIds();
  const replaced = (text: string): string =>
    Object.entries(ids).reduce((all, [sample, id]) => all.replaceAll(sample, id), text);
  const inPath = SAMPLE_IN_PATH[path] ?? SAMPLE.reservation;
  const body = value === undefined ? undefined : replaced(JSON.stringify(value));
  const answer = await ask(method, path.replace(/\{\w+\}/, replaced(inPath)), body);
  expect(answer).toMatchObject({ status: expect.stringMatching(/^2/) });
  if (answer.body.result) expect(answer.body).toMatchObject({ result: 'ok' });
  expectAsDocumented(operation, answer);
});

it.each(operations)('$name refuses as documented', async (operation) => {
  const { method, path } = operation;
  const known = path.replace(/\{\w+\}/, SAMPLE.reservation);
  const isCapacity = path.includes('/capacity/');
  const tries = [
    { path: known, body: undefined },
    { path: `${known}?limit=x`, body: undefined },
    { path: known, body: '[]' },
    { path: known, body: '{}' },
    { path: known, body: JSON.stringify({ zone: 5, zoneId: 5, source: 5, inputFilter: 5, limit: 0 }) },
    ...Object.values<any>(operation.operation.requestBody?.content['application/json'].examples ?? {}).map(
      ({ value }) => ({
        path: known,
        body: JSON.stringify(isCapacity ? { ...value, zoneId: 'nowhere' } : value),
      }),
    ),
  ];
  for (const { path: tried, body } of tries) {
    if (body !== undefined && method !== 'post' && !operation.operation.requestBody) continue;
    expectAsDocumented(operation, await ask(method, tried, body));
  }
});

it('refuses for lack of capacity as documented', async () => {
  const wanted = { numCpuCores: 30_000 };
  const bodies: Record<string, object> = {
    '/create-reservation': { capacity: { cores: 30_000 } },
    '/decrease-capacity': { source: provider, capacity: { cores: 30_000 } },
    '/reservation/compute/create': { computePoolReservation: wanted },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const operation = operations.find((known) => known.path === path);
    if (!operation) throw new Error(path);
    const answer = await ask('post', path, JSON.stringify(body));
    expect(answer.body).toHaveProperty('offer.maxCapacity');
    expectAsDocumented(operation, answer);
  }
});

it('names the type ids that the service takes', async () => {
  for (const kind of ['compute', 'network', 'storage']) {
    const member = `${kind}ResourceTypeId`;
    const { body } = await ask('get', `/capacity/${kind}/query?${member}=x`);
    const filter = document.components.schemas[`${kind[0].toUpperCase()}${kind.slice(1)}CapacityFilter`];
    const documented = resolve(document, filter.properties?.[member]).enum as string[];
    const taken = String(body.detail)
      .replace(/.*must be one of /, '')
      .split(', ');
    expect([...documented].sort()).toEqual(taken.sort());
  }
});

describe('GET /docs', () => {
  it('shows the document with what comes from here alone', async () => {
    const page = await service.http.get('/docs').expect(200).expect('Content-Type', /html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/https?:|\/\/[a-z]/);
    for (const [, address] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      await service.http.get(address).expect(200);
    }
    const start = await service.http.get('/docs/start.js').expect(200);
    expect(start.text).toContain("url: '/openapi.json'");
    const served = await service.http
      .get('/openapi.json')
      .expect(200)
      .expect('Content-Type', /application\/json/);
    expect(served.body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each(['/docs/other.js', '/docs/..%2fpackage.json', '/docs/%2e%2e/package.json', '/docs/constructor'])(
    'answers 404 to %s',
    async (path) => {
      const answer = await ask('get', path);
      expect(answer).toMatchObject({ status: '404', body: { code: 'not-found' } });
    },
  );
});
