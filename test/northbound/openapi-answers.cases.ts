import { request } from 'undici';
import { documentOf } from '../support/document.js';
import { SAMPLE } from '../../src/openapi/samples.js';
import { startService, type RunningService } from '../support/service.js';
import { ApiSchemas, operationsOf, resolve, type Operation } from './api-schemas.js';
import { Samples } from './samples.js';

const document = documentOf();
const schemas = new ApiSchemas(document, true);
const operations = operationsOf(document);

const cases = operations.flatMap((operation) => {
  const body = operation.operation.requestBody;
  const examples = Object.entries<any>(body?.content['application/json'].examples ?? { '': {} });
  return examples.map(([name, { value }]) => ({ ...operation, title: `${operation.name} ${name}`, value }));
});

/** Headers that only some answers of an operation have. */
const SOMETIMES = ['Link', 'Idempotency-Replayed'];

describe('openapi answers', () => {
  let service: RunningService;
  let samples: Samples;
  let provider: string;
  beforeAll(async () => {
    service = await startService();
    samples = await Samples.in(service);
    ({ provider } = samples);
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

  /** Checks an answer against its description in the document. */
  function expectAsDocumented(
    operation: Operation,
    { status, headers, body }: Awaited<ReturnType<typeof ask>>,
  ) {
    const documented = resolve(document, operation.operation.responses[status]);
    expect([status, documented]).not.toContain(undefined);
    for (const name of Object.keys(documented.headers)) {
      if (!SOMETIMES.includes(name)) expect(headers).toHaveProperty([name.toLowerCase()]);
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
    expect(routes.filter((route) => !/ \/(docs|console)(\/|$)/.test(route)).sort()).toEqual(
      documented.sort(),
    );
  });

  it.each(cases)('$title is answered as documented', async (operation) => {
    const { method, path, value } = operation;
    const example = await samples.example(method, path, value);
    const answer = await ask(method, example.path, example.body);
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
    it('shows the document with files of this service only', async () => {
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
});
