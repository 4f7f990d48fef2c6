import { answering, startReceiver, type Receiver } from '../notifications/receiver.js';
import { newSubscriber } from '../notifications/telling.js';
import { threshold, subscribe } from '../notifications/told.js';
import { eventually } from '../support/eventually.js';
import { newTrace, service, spans, spansOf } from './traced-service.js';

describe('a delivered notification', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const reserve = (zone: string, traceparent: string): Promise<unknown> =>
    service.http
      .post('/create-reservation')
      .set({ traceparent })
      .send({ zone, capacity: { cores: 1 } })
      .then(({ body }) => expect(body).toMatchObject({ result: 'ok' }));

  const received = (count: number) =>
    eventually(() => {
      expect(receiver.received.length).toBeGreaterThanOrEqual(count);
      return Promise.resolve(receiver.received);
    });

  it('carries the trace of the request that caused it, with the span of its delivery', async () => {
    await service.provider({ cores: 10 }, { zone: 'told' });
    const { id } = await newSubscriber(service, receiver.url);
    const { traceId, traceparent } = newTrace();
    await reserve('told', traceparent);
    const [{ headers, id: notification }] = await received(1);
    const delivery = await eventually(() => {
      const span = spansOf(traceId).find(({ name }) => name === 'headroom.delivery');
      expect(span).toMatchObject({
        attributes: {
          'headroom.subscription': id,
          'headroom.notification': notification,
          'headroom.attempt': 1,
          'headroom.outcome': 'delivered',
          'http.response.status_code': 204,
        },
      });
      return Promise.resolve(span);
    });
    expect(headers.traceparent).toBe(`00-${traceId}-${delivery?.spanContext().spanId}-01`);
    expect(delivery?.parentSpanContext?.spanId).toBe(
      spansOf(traceId)
        .find(({ name }) => name.startsWith('POST'))
        ?.spanContext().spanId,
    );
    await service.http.delete(`/subscriptions/${id}`);
  });

  it('has a span for each attempt, failed ones too', async () => {
    await service.provider({ cores: 10 }, { zone: 'told-late' });
    receiver.behave(answering(500));
    const { id } = await newSubscriber(service, receiver.url);
    const { traceId, traceparent } = newTrace();
    await reserve('told-late', traceparent);
    await received(1);
    await eventually(() => {
      const span = spansOf(traceId).find(({ name }) => name === 'headroom.delivery');
      expect(span).toMatchObject({
        status: { code: 2 },
        attributes: { 'headroom.outcome': 'status', 'http.response.status_code': 500, 'error.type': '500' },
      });
      return Promise.resolve();
    });
    await service.http.delete(`/subscriptions/${id}`);
  });

  it('of capacity has a trace of its own, because several commits may have caused it', async () => {
    const zone = 'told-capacity';
    await service.provider({ cores: 10 }, { zone });
    const body = {
      callbackUri: receiver.url,
      zoneId: zone,
      computeResourceTypeId: 'cpuCores',
      threshold: threshold('available', 'lt', 10),
    };
    const id = await subscribe(service, '/capacity/compute/subscribe', body);
    const { traceId, traceparent } = newTrace();
    await reserve(zone, traceparent);
    const [{ headers }] = await received(1);
    const [, told] = /^00-([0-9a-f]{32})-/.exec(String(headers.traceparent)) ?? [];
    expect(told).not.toBe(traceId);
    await eventually(() => {
      expect(spansOf(String(told)).map(({ name }) => name)).toEqual(['headroom.delivery']);
      return Promise.resolve();
    });
    await service.http.delete(`/subscriptions/${id}`);
    expect(spans().length).toBeGreaterThan(0);
  });
});
