import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { request } from 'undici';
import { Draining } from '../../src/health/draining.js';
import { HealthController } from '../../src/health/health.controller.js';
import { LayoutWatch } from '../../src/database/layout-watch.js';
import { Readiness } from '../../src/health/readiness.js';
import { RequestFigures } from '../../src/http/edge/request-figures.js';
import type { EdgeApp } from './edge-app.js';
import { startEdgeApp } from './edge-app.js';

class FirstMigration {
  readonly name = 'First1763700000000';
}

/** Answers the status query like a database that has applied these migrations, fails, or keeps silent. */
class ScriptedDatabase {
  applied: string[] = ['First1763700000000'];
  mode: 'answers' | 'fails' | 'hangs' | 'refuses' | 'denies' = 'answers';
  readOnly = 'off';
  readonly migrations = [new FirstMigration()];

  query(text: string): Promise<unknown> {
    if (this.mode === 'fails') return Promise.reject(new Error('password authentication failed'));
    if (this.mode === 'hangs') return new Promise(() => undefined);
    if (this.mode === 'denies')
      return Promise.reject(
        Object.assign(new Error('permission denied for table secrets'), { code: '42501' }),
      );
    if (this.mode === 'refuses')
      return Promise.reject(Object.assign(new Error('a standby'), { code: '25006' }));
    if (/read_only/.test(text)) return Promise.resolve([{ transaction_read_only: this.readOnly }]);
    const rows = /to_regclass/.test(text) ? [{ present: true }] : this.applied.map((name) => ({ name }));
    return Promise.resolve(rows);
  }
}

const database = new ScriptedDatabase();
const layout = { isAnyNodeAway: false, zonesAway: [] as string[] };

@Module({
  controllers: [HealthController],
  providers: [
    Readiness,
    Draining,
    RequestFigures,
    { provide: DataSource, useValue: database },
    { provide: LayoutWatch, useValue: layout },
  ],
})
class HealthProbe {}

describe('health', () => {
  let edge: EdgeApp;
  beforeAll(async () => {
    edge = await startEdgeApp(HealthProbe);
  });
  afterAll(() => edge.close());

  async function get(path: string) {
    const answer = await request(edge.url + path);
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
  }

  it('is alive and ready', async () => {
    expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/readyz')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  });

  it('is ready, and counts the zones whose node is away without naming them to anyone', async () => {
    layout.isAnyNodeAway = true;
    // A process that was started meanwhile knows none.
    for (const zonesAway of [[], ['north']]) {
      layout.zonesAway = zonesAway;
      const { status, body } = await get('/readyz');
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', zonesAway: zonesAway.length } });
    }
    layout.isAnyNodeAway = false;
    expect((await get('/readyz')).body).toEqual({ status: 'ok' });
  });

  it('is not ready while a migration is missing', async () => {
    database.applied = [];
    const answer = await get('/readyz');
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'migrations-pending' },
      headers: { 'retry-after': '1' },
    });
    database.applied = ['First1763700000000'];
  });

  it.each(['fails', 'hangs'] as const)('is alive but not ready when the database %s', async (mode) => {
    database.mode = mode;
    const answer = await get('/readyz');
    expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(JSON.stringify(answer.body)).not.toContain('password');
    expect((await get('/livez')).status).toBe(200);
    database.mode = 'answers';
  });

  it('names the missing rights, and no table, when the role of the service has none', async () => {
    database.mode = 'denies';
    const { status, body } = await get('/readyz');
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(JSON.stringify(body)).toMatch(/permission denied; deploy\/postgres\/roles\.sql/);
    expect(JSON.stringify(body)).not.toContain('secrets');
    database.mode = 'answers';
  });

  it.each([
    ['answers', 'on'],
    ['refuses', 'off'],
  ] as const)('is alive but not ready on a standby that %s', async (mode, readOnly) => {
    Object.assign(database, { mode, readOnly });
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { code: 'database-read-only' } });
    expect((await get('/livez')).status).toBe(200);
    Object.assign(database, { mode: 'answers', readOnly: 'off' });
    expect(await get('/readyz')).toMatchObject({ status: 200 });
  });

  it('is not ready once it has been asked to stop', async () => {
    edge.app.get(Draining).begin();
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { code: 'draining' } });
    expect((await get('/livez')).status).toBe(200);
  });
});
