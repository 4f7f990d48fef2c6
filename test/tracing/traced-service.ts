import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { startTelling } from '../notifications/telling.js';
import { stopSound } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

/** The one service of the suite, which runs with a real SDK. */
export let service: RunningService;

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(async () => {
  // Registered before the service starts, as `node --import` does.
  provider.register();
  service = await startTelling();
});
afterAll(async () => {
  await stopSound(service);
  await provider.shutdown();
});

/** All spans that have ended, in the order of their ends. */
export function spans(): readonly ReadableSpan[] {
  return exporter.getFinishedSpans();
}

/** The spans of a trace, in the order of their starts. */
export function spansOf(traceId: string): ReadableSpan[] {
  const startOf = ({ startTime: [seconds, nanoseconds] }: ReadableSpan): number =>
    seconds * 1e9 + nanoseconds;
  return spans()
    .filter((span) => span.spanContext().traceId === traceId)
    .sort((a, b) => startOf(a) - startOf(b));
}

/** A new trace of a caller, with its header. */
export function newTrace(): { readonly traceId: string; readonly traceparent: string } {
  traces += 1;
  const traceId = `ab${traces.toString(16).padStart(30, '0')}`;
  return { traceId, traceparent: `00-${traceId}-00000000000000cd-01` };
}

let traces = 0;
