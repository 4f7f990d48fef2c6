import { Injectable } from '@nestjs/common';
import {
  context,
  isSpanContextValid,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { TraceIds } from '../kernel/distribution.js';
import { idsOf, isSampled, RunningSpan } from './spans.js';
import { parseTraceparent } from './trace-parent.js';
import { AdmissionTrace, BatchTrace, startCommit, type Traced } from './zone-traces.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A notification that is about to be sent. */
export interface TracedDelivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly attempt: number;
  /** Of the request that caused it. */
  readonly traceparent?: string;
}

/**
 * Creates the service's spans if the operator has loaded an OpenTelemetry SDK before the service (`node --import`). If
 * not, every method returns at once without an allocation. `docs/tracing.md` lists the spans.
 */
@Injectable()
export class Tracing {
  private readonly tracer = loadedTracer();

  get isOn(): boolean {
    return this.tracer !== undefined;
  }

  /**
   * Makes a function run outside of the caller's trace. Loops outlive the request that wakes them, and must not continue
   * its trace.
   */
  detached<T>(work: () => Promise<T>): () => Promise<T> {
    return this.tracer ? () => context.with(ROOT_CONTEXT, work) : work;
  }

  /** The ids of the active trace. A span that has ended may still be active, for example in the events of a connection. */
  activeIds(): TraceIds | undefined {
    const span = this.activeSpan();
    if (!span) return undefined;
    const active = span.spanContext();
    const isUsable = isSpanContextValid(active) && (span.isRecording() || !isSampled(active));
    return isUsable ? idsOf(active) : undefined;
  }

  activeSpan(): Span | undefined {
    return this.tracer && trace.getSpan(context.active());
  }

  /**
   * Starts the span of an HTTP request, in the trace that its headers name. If an instrumentation of the operator has
   * already started one, returns that one: the service adds its attributes, and leaves its name and its end alone.
   */
  request(method: string, headers: Headers): RunningSpan | undefined {
    if (!this.tracer) return undefined;
    const active = context.active();
    const running = trace.getSpan(active);
    if (running) return new InstrumentedSpan(running, active);
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': method };
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    return new RunningSpan(span, parent);
  }

  /** Starts the wait of a request in a zone's queue. Undefined if the request belongs to no trace. */
  queued(zoneId: string): AdmissionTrace | undefined {
    if (!this.tracer) return undefined;
    const active = context.active();
    const span = trace.getSpan(active);
    return span && new AdmissionTrace(this.tracer, active, span, zoneId);
  }

  /** Starts a batch. Undefined if none of its requests belongs to a trace. */
  batch(zoneId: string, requests: readonly Traced[]): BatchTrace | undefined {
    if (!this.tracer || requests.every((request) => !request.trace)) return undefined;
    return new BatchTrace(this.tracer, zoneId, requests);
  }

  /** Starts a commit. Undefined if none of its appends belongs to a trace. */
  commit(appends: readonly { readonly span?: Span }[]): RunningSpan | undefined {
    if (!this.tracer) return undefined;
    const spans = appends.flatMap(({ span }) => span ?? []);
    return spans.length > 0 ? startCommit(this.tracer, spans, appends.length) : undefined;
  }

  /** Starts an attempt at a delivery, in the trace of the request that caused the notification, if it is known. */
  delivery({ id, subscriptionId, attempt, traceparent }: TracedDelivery): RunningSpan | undefined {
    if (!this.tracer) return undefined;
    const cause = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    const parent = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
    const attributes: Attributes = {
      'headroom.notification': id,
      'headroom.subscription': subscriptionId,
      'headroom.attempt': attempt,
    };
    const span = this.tracer.startSpan('headroom.delivery', { kind: SpanKind.CLIENT, attributes }, parent);
    return new RunningSpan(span, parent);
  }

  /** Headers that pass a trace on, such as `traceparent`. */
  headersOf({ context: active }: RunningSpan): Record<string, string> {
    const headers: Record<string, string> = {};
    propagation.inject(active, headers);
    return headers;
  }

  /** Sends the spans that the SDK still holds. A process that exits would lose them. */
  async flush(): Promise<void> {
    if (!this.tracer) return;
    const provider = trace.getTracerProvider() as Partial<ProxyTracerProvider>;
    const delegate = (provider.getDelegate?.() ?? provider) as { forceFlush?: () => Promise<void> };
    await delegate.forceFlush?.().catch(() => undefined);
  }
}

/** A span that the operator's instrumentation started, names and ends. */
class InstrumentedSpan extends RunningSpan {
  override rename(): void {}

  override end(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }
}

/**
 * Undefined without an SDK. The API finds an SDK that was registered through another copy of it, and that copy's
 * provider is of another class.
 */
function loadedTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  const isLoaded =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('headroom') !== undefined;
  return isLoaded ? provider.getTracer('headroom') : undefined;
}
