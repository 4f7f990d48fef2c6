import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import { isCluster } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, untilQueued, whileZoneIsHeld } from '../support/held-zone.js';
import { startService } from '../support/service.js';
import { newTrace, service, spansOf } from './traced-service.js';

function reserveIn(zone: string, traceparent: string): Promise<unknown> {
  return service.http
    .post('/create-reservation')
    .set({ traceparent })
    .send({ zone, capacity: { cores: 1 } })
    .then(({ body }) => expect(body).toMatchObject({ result: 'ok' }));
}

/** The span with this name in a caller's trace, once it has ended. */
function ended(traceId: string, name: string): Promise<ReadableSpan> {
  return eventually(() => {
    const span = spansOf(traceId).find((one) => one.name === name);
    expect(span).toBeDefined();
    return Promise.resolve(span as ReadableSpan);
  });
}

async function batchOf(traceId: string): Promise<ReadableSpan> {
  const decision = await ended(traceId, 'headroom.decision');
  const [{ context }] = decision.links;
  return ended(context.traceId, 'headroom.batch');
}

const idsOf = (linked: readonly ReadableSpan['links'][number][]): string[] =>
  linked.map(({ context }) => context.spanId).sort();

describe('the trace of a batch', () => {
  it('is one of its own, linked with each request that shares it', async () => {
    const zone = 'shared-batch';
    await service.provider({ cores: 10 }, { zone });
    const traces = [newTrace(), newTrace(), newTrace()];
    const answers: Promise<unknown>[] = [];
    // The first request waits for the zone's lock, and the others in the queue.
    await whileZoneIsHeld(service.database.url, zone, async () => {
      answers.push(reserveIn(zone, newTrace().traceparent));
      await untilLockIsAwaited(service.database.url);
      answers.push(...traces.map(({ traceparent }) => reserveIn(zone, traceparent)));
      await untilQueued(service, zone, 3);
    });
    await Promise.all(answers);
    const batches = await Promise.all(traces.map(({ traceId }) => batchOf(traceId)));
    for (const [index, { traceId }] of traces.entries()) {
      const batch = batches[index];
      const request = await ended(traceId, 'POST /create-reservation');
      const decision = await ended(traceId, 'headroom.decision');
      expect(batch.parentSpanContext).toBeUndefined();
      expect(batch.spanContext().traceId).not.toBe(traceId);
      expect(idsOf(batch.links)).toContain(request.spanContext().spanId);
      expect(decision.attributes['headroom.batch.size']).toBe(batch.attributes['headroom.batch.size']);
    }
    const [batch] = batches;
    // On a cluster the append of the first request waits for the lock itself, as a batch of its own.
    const size = isCluster() ? 3 : 4;
    expect(batch.attributes).toMatchObject({ 'headroom.zone': zone, 'headroom.batch.size': size });
    if (!isCluster()) expect(batch.attributes['headroom.attempts']).toBeGreaterThan(1);
    expect(new Set(batches.map((one) => one.spanContext().spanId)).size).toBe(1);
  });

  // Zones share no commit on a cluster.
  (isCluster() ? it.skip : it)(
    'has the append, which is linked with the commit that several zones may share',
    async () => {
      const zone = 'one-append';
      await service.provider({ cores: 10 }, { zone });
      const { traceId, traceparent } = newTrace();
      await reserveIn(zone, traceparent);
      const batch = await batchOf(traceId);
      const append = await ended(batch.spanContext().traceId, 'headroom.append');
      expect(append).toMatchObject({
        parentSpanContext: { spanId: batch.spanContext().spanId },
        attributes: { 'headroom.entries': 1, 'headroom.stored': true, 'headroom.commit.zones': 1 },
      });
      const [{ context }] = append.links;
      const commit = await ended(context.traceId, 'headroom.commit');
      expect(commit.parentSpanContext).toBeUndefined();
      expect(idsOf(commit.links)).toEqual([append.spanContext().spanId]);
    },
  );

  it('does not belong to the request that woke the loop', async () => {
    const zone = 'woken';
    await service.provider({ cores: 10 }, { zone });
    const { traceId, traceparent } = newTrace();
    await reserveIn(zone, traceparent);
    await ended(traceId, 'POST /create-reservation');
    expect(spansOf(traceId).map(({ name }) => name)).toEqual([
      'POST /create-reservation',
      'headroom.queue',
      'headroom.decision',
    ]);
    const later = newTrace();
    await reserveIn(zone, later.traceparent);
    expect(spansOf(traceId)).toHaveLength(3);
  });

  it('begins with the first request that belongs to one, if that joins a batch of a worker', async () => {
    const zone = 'joined-later';
    await service.provider({ cores: 10 }, { zone });
    const untraced = newTrace();
    const { traceId, traceparent } = newTrace();
    await reserveIn(zone, untraced.traceparent);
    const other = await startService({ database: service.database, clock: service.clock });
    try {
      const body = { zone, capacity: { cores: 1 } };
      expect(await other.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
    } finally {
      await other.stop();
    }
    // The service finds entries of another process: it locks the zone before it decides again.
    await reserveIn(zone, untraced.traceparent);
    const allocation = service.app.get(AllocationService, { strict: false });
    let joined: Promise<unknown> | undefined;
    await whileZoneIsHeld(service.database.url, zone, async () => {
      const ofWorker = allocation.admit(zone, { decide: () => undefined });
      await untilLockIsAwaited(service.database.url);
      joined = Promise.all([ofWorker, reserveIn(zone, traceparent)]);
      await untilQueued(service, zone, 1);
    });
    await joined;
    const batch = await batchOf(traceId);
    expect(batch.attributes).toMatchObject({ 'headroom.batch.size': 2, 'headroom.attempts': 1 });
  });
});
