import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { endAll, startProcess, type ServiceProcess } from '../process/service-process.js';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startCollector, type Collector } from './collector.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the example of docs/tracing.md', () => {
  let directory: string;
  let database: TestDatabase;
  let collector: Collector;
  let receiver: Receiver;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    collector = await startCollector();
    receiver = await startReceiver();
    // A directory with its own packages, as mounted into a container, so that the OpenTelemetry API exists twice.
    directory = mkdtempSync(join(tmpdir(), 'headroom-tracing-'));
    copyFileSync('deploy/tracing.mjs', join(directory, 'tracing.mjs'));
    cpSync('node_modules/@opentelemetry', join(directory, 'node_modules/@opentelemetry'), {
      recursive: true,
    });
    service = await startProcess({
      DATABASE_URL: database.url,
      CREDENTIAL_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
      NODE_OPTIONS: `--import ${pathToFileURL(join(directory, 'tracing.mjs')).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
  });
  afterAll(async () => {
    endAll();
    await service.ended;
    await collector.stop();
    await receiver.stop();
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await request(service.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.body.json()) as Record<string, string>;
  }

  it('sends the whole way of a request to a collector, the last spans when the service stops', async () => {
    const cloud = {
      'provider-type': 'simulated',
      endpoint: 'http://cloud.example:5000/v3',
      username: 'operator',
      password: 'correct horse',
      tenant: { id: 't1', name: 'Tenant' },
      zone: 'z1',
    };
    const { 'provider-id': source } = await post('/add-provider', cloud);
    await post('/increase-capacity', { source, capacity: { cores: 10 } });
    await post('/reservation/subscribe', { inputFilter: [], callbackUri: receiver.url });
    const reserved = await post(
      '/create-reservation',
      { zone: 'z1', capacity: { cores: 1 } },
      { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    );
    expect(reserved).toMatchObject({ result: 'ok' });
    await eventually(() => Promise.resolve(expect(receiver.received).not.toEqual([])));
    const { status, stdout } = await service.end('SIGTERM');
    expect(status).toBe(0);

    const inTrace = collector.spans.filter(({ traceId }) => traceId === TRACE);
    expect([...new Set(inTrace.map(({ name }) => name))].sort()).toEqual([
      'POST /create-reservation',
      'headroom.decision',
      'headroom.delivery',
      'headroom.queue',
    ]);
    expect(new Set(collector.spans.map((span) => span.service))).toEqual(new Set(['headroom']));
    const decision = inTrace.find(({ name }) => name === 'headroom.decision');
    const batch = collector.spans.find(({ spanId }) => spanId === decision?.links?.[0].spanId);
    expect(batch).toMatchObject({
      name: 'headroom.batch',
      links: [expect.objectContaining({ traceId: TRACE })],
    });
    const append = collector.spans.find(({ parentSpanId }) => parentSpanId === batch?.spanId);
    expect(append).toMatchObject({ name: 'headroom.append' });
    const delivery = inTrace.find(({ name }) => name === 'headroom.delivery');
    expect(receiver.received[0].headers.traceparent).toBe(`00-${TRACE}-${delivery?.spanId}-01`);

    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'an OpenTelemetry SDK is loaded: requests are traced' }),
    );
    const request = inTrace.find(({ name }) => name === 'POST /create-reservation');
    expect(lines.filter(({ trace_id }) => trace_id === TRACE)).toEqual([
      expect.objectContaining({
        msg: 'request answered',
        route: '/create-reservation',
        trace_id: TRACE,
        span_id: request?.spanId,
      }),
    ]);
  });
});
