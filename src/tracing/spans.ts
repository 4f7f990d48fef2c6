import {
  context,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import type { TraceIds } from '../kernel/distribution.js';

/** A span of the service, and the context in which its work runs. */
export class RunningSpan {
  readonly context: Context;

  constructor(
    readonly span: Span,
    parent: Context,
  ) {
    this.context = trace.setSpan(parent, span);
  }

  get spanContext(): SpanContext {
    return this.span.spanContext();
  }

  get ids(): TraceIds {
    return idsOf(this.spanContext);
  }

  /** The ids if the trace is sampled, so that it can be looked up. */
  get exemplar(): TraceIds | undefined {
    return isSampled(this.spanContext) ? this.ids : undefined;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  run<A extends unknown[], R>(work: (...args: A) => R, ...args: A): R {
    return context.with(this.context, work, undefined, ...args);
  }

  /** @param failure what went wrong in the service; refusals are no failures */
  end(attributes: Attributes, failure?: string): void {
    this.span.setAttributes(attributes);
    if (failure !== undefined) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

export function idsOf({ traceId, spanId }: SpanContext): TraceIds {
  return { trace_id: traceId, span_id: spanId };
}

export function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Spans of an API before 1.9 cannot be linked after their start. */
export function link(span: Span, other: SpanContext): void {
  (span as Partial<Span>).addLink?.({ context: other });
}

/** The kind of an error, for the attribute `error.type`: never its text, which may contain values. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
