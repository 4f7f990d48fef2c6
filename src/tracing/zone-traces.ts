import { ROOT_CONTEXT, type Context, type Span, type SpanContext, type Tracer } from '@opentelemetry/api';
import { DomainError } from '../kernel/domain-error.js';
import type { TraceIds } from '../kernel/distribution.js';
import { errorType, link, RunningSpan } from './spans.js';
import { traceparentOf } from './trace-parent.js';

/** A request in a zone's queue: the span of its wait, then the span of its decision, both in the trace of the request. */
export class AdmissionTrace {
  readonly origin: SpanContext;
  private readonly wait: Span;
  private decision?: RunningSpan;

  /** @param parent has a span */
  constructor(
    private readonly tracer: Tracer,
    private readonly parent: Context,
    origin: Span,
    private readonly zoneId: string,
  ) {
    this.origin = origin.spanContext();
    this.wait = tracer.startSpan('headroom.queue', { attributes: { 'headroom.zone': zoneId } }, parent);
  }

  /** The request is in a batch. Parts of a rejected batch are batches of their own. */
  join(batch?: RunningSpan): void {
    if (this.decision) {
      if (batch) link(this.decision.span, batch.spanContext);
      return;
    }
    this.wait.end();
    const attributes = { 'headroom.zone': this.zoneId };
    const links = batch && [{ context: batch.spanContext }];
    const span = this.tracer.startSpan('headroom.decision', { attributes, links }, this.parent);
    this.decision = new RunningSpan(span, this.parent);
  }

  /** The decision is stored, or the request refused. Without a batch, no batch with a trace decided it. */
  answered(
    batch: BatchTrace | undefined,
    outcome: { readonly value: unknown } | { readonly error: unknown },
  ): void {
    const isRefusal = 'error' in outcome && isRefused(outcome.error);
    const failure = 'error' in outcome && !isRefusal ? errorType(outcome.error) : undefined;
    const code = 'error' in outcome && outcome.error instanceof DomainError ? outcome.error.code : undefined;
    this.decision?.end(
      {
        'headroom.outcome': failure !== undefined ? 'failed' : isRefusal ? 'refused' : 'ok',
        'headroom.code': code,
        'headroom.batch.size': batch?.size,
        'headroom.attempts': batch?.attempts,
      },
      failure,
    );
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof DomainError && error.kind !== 'unavailable';
}

/** A request that may belong to a trace. */
export interface Traced {
  readonly trace?: AdmissionTrace;
}

/**
 * A batch of a zone: the root of a trace of its own, because several requests share it. It is linked with the span of
 * each of them.
 */
export class BatchTrace {
  attempts = 0;
  private readonly admissions: (AdmissionTrace | undefined)[] = [];
  private readonly running: RunningSpan;

  constructor(
    private readonly tracer: Tracer,
    zoneId: string,
    requests: readonly Traced[],
  ) {
    const admissions = requests.map((request) => request.trace);
    const links = admissions.flatMap((admission) => (admission ? [{ context: admission.origin }] : []));
    const attributes = { 'headroom.zone': zoneId };
    const span = tracer.startSpan('headroom.batch', { attributes, links, root: true }, ROOT_CONTEXT);
    this.running = new RunningSpan(span, ROOT_CONTEXT);
    this.add(admissions);
  }

  get size(): number {
    return this.admissions.length;
  }

  /** Requests that join while the batch waits for its turn. */
  grow(requests: readonly Traced[]): void {
    const admissions = requests.map((request) => request.trace);
    for (const admission of admissions) if (admission) link(this.running.span, admission.origin);
    this.add(admissions);
  }

  private add(admissions: readonly (AdmissionTrace | undefined)[]): void {
    this.admissions.push(...admissions);
    for (const admission of admissions) admission?.join(this.running);
  }

  /** The `traceparent` of the request at this place in the batch. */
  originOf(index: number): string | undefined {
    const origin = this.admissions[index]?.origin;
    return origin && traceparentOf(origin);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.running.run(work);
  }

  /** The span of one append. `isStored` is false if the head had moved. */
  async append(entries: number, store: () => Promise<boolean>): Promise<boolean> {
    const attributes = { 'headroom.entries': entries };
    const span = this.tracer.startSpan('headroom.append', { attributes }, this.running.context);
    const append = new RunningSpan(span, this.running.context);
    try {
      const isStored = await append.run(store);
      append.end({ 'headroom.stored': isStored });
      return isStored;
    } catch (error) {
      append.end({ 'headroom.stored': false }, errorType(error));
      throw error;
    }
  }

  get exemplar(): TraceIds | undefined {
    return this.running.exemplar;
  }

  ended(failure?: unknown): void {
    const attributes = { 'headroom.batch.size': this.size, 'headroom.attempts': this.attempts };
    this.running.end(attributes, failure === undefined ? undefined : errorType(failure));
  }
}

/**
 * A commit that the appends of several zones share: a trace of its own, linked with the span of each append in both
 * directions.
 */
export function startCommit(tracer: Tracer, appends: readonly Span[], zones: number): RunningSpan {
  const attributes = { 'headroom.commit.zones': zones };
  const links = appends.map((append) => ({ context: append.spanContext() }));
  const span = tracer.startSpan('headroom.commit', { attributes, links, root: true }, ROOT_CONTEXT);
  for (const append of appends) {
    append.setAttributes(attributes);
    link(append, span.spanContext());
  }
  return new RunningSpan(span, ROOT_CONTEXT);
}
