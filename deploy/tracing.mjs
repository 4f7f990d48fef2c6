// Sends the service's traces to an OpenTelemetry collector: node --import /path/to/tracing.mjs dist/src/main.js
// docs/tracing.md says what to install next to this file. The variables of OpenTelemetry configure it: OTEL_SERVICE_NAME,
// OTEL_EXPORTER_OTLP_ENDPOINT (default http://localhost:4318), OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

process.env.OTEL_SERVICE_NAME ??= 'headroom';

new NodeTracerProvider({
  resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
}).register();
