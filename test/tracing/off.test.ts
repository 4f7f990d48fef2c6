import { context, propagation, trace } from '@opentelemetry/api';
import { startReceiver } from '../notifications/receiver.js';
import { newSubscriber, startTelling } from '../notifications/telling.js';
import { Tracing } from '../../src/tracing/tracing.js';
import { eventually } from '../support/eventually.js';
import type { RunningService } from '../support/service.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('without an OpenTelemetry SDK', () => {
  let service: RunningService;
  const calls = [
    jest.spyOn(context, 'with'),
    jest.spyOn(context, 'active'),
    jest.spyOn(trace, 'getSpan'),
    jest.spyOn(trace, 'setSpan'),
    jest.spyOn(propagation, 'extract'),
    jest.spyOn(propagation, 'inject'),
  ];
  beforeAll(async () => {
    service = await startTelling();
    await service.provider({ cores: 10 });
  });
  afterAll(async () => {
    await service.stop();
    jest.restoreAllMocks();
  });

  const reserve = (cores: number) =>
    service.http
      .post('/create-reservation')
      .set({ traceparent: TRACEPARENT })
      .send({ zone: 'z1', capacity: { cores } });

  it('no span is created, and no context', async () => {
    await reserve(1);
    await reserve(11);
    await service.http.get('/reservations').set({ traceparent: TRACEPARENT }).expect(200);
    for (const call of calls) expect(call).not.toHaveBeenCalled();
    const tracing = new Tracing();
    expect([tracing.isOn, tracing.activeIds()]).toEqual([false, undefined]);
    await tracing.flush();
  });

  it('nothing of a trace is stored or sent', async () => {
    const receiver = await startReceiver();
    await newSubscriber(service, receiver.url);
    await reserve(1);
    const [{ headers }] = await eventually(() => {
      expect(receiver.received).not.toEqual([]);
      return Promise.resolve(receiver.received);
    });
    expect(headers).not.toHaveProperty('traceparent');
    const stored = await service.dataSource.query<object[]>('select distinct traceparent from notifications');
    expect(stored).toEqual([{ traceparent: null }]);
    await receiver.stop();
    for (const call of calls) expect(call).not.toHaveBeenCalled();
  });

  it('the metrics have the text format alone', async () => {
    const accept = 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5';
    const { headers } = await service.http.get('/metrics').set({ accept }).expect(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  });
});
