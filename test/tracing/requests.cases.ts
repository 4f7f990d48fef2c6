import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { Tracing } from '../../src/tracing/tracing.js';
import { eventually } from '../support/eventually.js';
import { newTrace, service, spans, spansOf } from './traced-service.js';

async function reserve(headers: Record<string, string>, cores = 1) {
  return service.http.post('/create-reservation').set(headers).send({ zone: 'traced', capacity: { cores } });
}

/** Waits for the span of the request, which ends last. */
async function traceOf(traceId: string) {
  return eventually(() => {
    const [request, ...others] = spansOf(traceId);
    expect(request).toMatchObject({ ended: true });
    return Promise.resolve([request, ...others] as const);
  });
}

describe('the trace of a request', () => {
  beforeAll(() => service.provider({ cores: 10 }, { zone: 'traced' }));

  it('continues that of the caller: the request, its wait in the queue, its decision', async () => {
    const { traceId, traceparent } = newTrace();
    await reserve({ traceparent, 'x-request-id': 'traced-1' });
    const [request, queue, decision, ...others] = await traceOf(traceId);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'POST /create-reservation',
      parentSpanContext: { spanId: '00000000000000cd' },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/create-reservation',
        'http.response.status_code': 200,
        'headroom.request_id': 'traced-1',
        'headroom.result': 'ok',
      },
    });
    const parentSpanContext = { spanId: request.spanContext().spanId };
    expect(queue).toMatchObject({
      name: 'headroom.queue',
      parentSpanContext,
      attributes: { 'headroom.zone': 'traced' },
    });
    expect(decision).toMatchObject({
      name: 'headroom.decision',
      parentSpanContext,
      attributes: {
        'headroom.zone': 'traced',
        'headroom.outcome': 'ok',
        'headroom.batch.size': 1,
        'headroom.attempts': 1,
      },
    });
  });

  it('says why a request was refused, which is no error of the service', async () => {
    const { traceId, traceparent } = newTrace();
    await reserve({ traceparent }, 11);
    const [request, , decision] = await traceOf(traceId);
    expect(request).toMatchObject({
      attributes: { 'headroom.result': 'conflict', 'headroom.code': expect.any(String) },
      status: { code: 0 },
    });
    expect(decision).toMatchObject({
      attributes: { 'headroom.outcome': 'refused', 'headroom.code': expect.any(String) },
      status: { code: 0 },
    });
  });

  it.each([
    'x',
    '00-00000000000000000000000000000000-00000000000000cd-01',
    `00-${'ab'.repeat(16)}-00000000000000cd`,
    'ff-'.repeat(500),
  ])('is a new one if the traceparent is malformed (%#)', async (traceparent) => {
    const id = `malformed-${Math.random()}`;
    const answer = await reserve({ traceparent, 'x-request-id': id }, 11);
    expect(answer.status).toBe(200);
    await eventually(() => {
      const request = spans().find(({ attributes }) => attributes['headroom.request_id'] === id);
      expect(request).toMatchObject({ name: 'POST /create-reservation' });
      expect(request?.parentSpanContext).toBeUndefined();
      return Promise.resolve();
    });
  });

  it('has the template of the route alone, never a path', async () => {
    const { traceId, traceparent } = newTrace();
    await service.http.get('/reservations/secret-path?limit=secret').set({ traceparent });
    const [request] = await traceOf(traceId);
    expect(request.name).toBe('GET /reservations/:id');
    expect(JSON.stringify(request.attributes)).not.toContain('secret');
  });

  it('has the attributes of the service on the span of an instrumentation that has started one', () => {
    const tracer = trace.getTracer('instrumentation');
    const span = tracer.startSpan('theirs');
    const shared = context.with(trace.setSpan(ROOT_CONTEXT, span), () => new Tracing().request('GET', {}));
    shared?.rename('ours');
    shared?.end({ 'headroom.result': 'ok' });
    expect(span.isRecording()).toBe(true);
    span.end();
    const [ended, ...others] = spansOf(span.spanContext().traceId);
    expect(ended).toMatchObject({ name: 'theirs', attributes: { 'headroom.result': 'ok' } });
    expect(others).toEqual([]);
  });

  it('is named in the lines of the log that its work writes, and in no others', () => {
    const { traceId, traceparent } = newTrace();
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
    const tracing = new Tracing();
    const span = tracing.request('POST', { traceparent });
    expect(span?.run(() => tracing.activeIds())).toEqual({
      trace_id: traceId,
      span_id: span?.spanContext.spanId,
    });
    span?.end({});
    // The events of a connection may run in the context of the request that opened it.
    expect(span?.run(() => tracing.activeIds())).toBeUndefined();
    expect(context.with(parent, () => tracing.activeIds())).toBeUndefined();
    expect(tracing.activeIds()).toBeUndefined();
  });

  it('does not exist for requests of monitoring', async () => {
    const { traceId, traceparent } = newTrace();
    for (const path of ['/livez', '/readyz', '/metrics']) await service.http.get(path).set({ traceparent });
    expect(spansOf(traceId)).toEqual([]);
  });
});
