import fc from 'fast-check';
import { request } from 'undici';
import type { EdgeApp } from './edge-app.js';
import { startEdgeApp } from './edge-app.js';
import { runs } from '../support/runs.js';

const anything = fc.jsonValue({ maxDepth: 4 });
const name = fc.oneof(
  fc.constantFrom(
    'zone',
    'start',
    'end',
    'capacity',
    'elements',
    'metric',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.string(),
);
const almostRight = fc.dictionary(
  name,
  fc.oneof(anything, fc.dictionary(fc.constantFrom('cores', 'ram'), anything)),
);

describe('fuzz', () => {
  let edge: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp();
  });
  afterAll(() => edge.close());

  async function statusOf(path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
    const answer = await request(edge.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await answer.body.text();
    const parsed = JSON.parse(text) as { status?: number };
    if (answer.statusCode >= 400) expect(parsed.status).toBe(answer.statusCode);
    return answer.statusCode;
  }

  it('answers any JSON to a DTO with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, almostRight), async (body) => {
        expect([200, 400]).toContain(await statusOf('/typed', JSON.stringify(body)));
      }),
      { numRuns: runs(400) },
    );
  });

  it('answers any bytes with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (body) => {
        expect([200, 400]).toContain(await statusOf('/create-reservation', body));
      }),
      { numRuns: runs(200) },
    );
  });

  it('answers any query with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.string()), async (parameters) => {
        const query = new URLSearchParams(parameters).toString();
        expect([200, 400]).toContain(await statusOf(`/capacity/compute/query?${query}`, '{}'));
      }),
      { numRuns: runs(200) },
    );
  });

  it('answers any path and content type below 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.constantFrom('text/x', 'application/json;charset', ';', 'a/+json'),
        async (path, type) => {
          expect(
            await statusOf(`/${path}`.replace(/^\/+/, '/'), '{}', { 'content-type': type }),
          ).toBeLessThan(500);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
