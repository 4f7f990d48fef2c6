import { Injectable } from '@nestjs/common';
import { Distribution, type TraceIds } from '../../kernel/distribution.js';

/** Result of a request: Group A reports it in its body, Group B by status. */
export type RequestResult = 'ok' | 'conflict' | 'refused' | 'failed' | 'aborted';

export interface AnsweredRequest {
  readonly method: string;
  /** The template of the route, never the path itself, because paths are unbounded. */
  readonly route: string;
  readonly status: number;
  readonly result: RequestResult;
  readonly seconds: number;
  /** Its trace, if it is sampled. */
  readonly exemplar?: TraceIds;
}

export interface RouteFigures {
  readonly method: string;
  readonly route: string;
  readonly durations: Distribution;
  /** Number of answers by status and result. */
  readonly answers: Map<number, Map<RequestResult, number>>;
}

/** Upper bounds in seconds. */
const DURATIONS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Served methods; all others are counted as one. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']);

/** Present from the start, so that the first one shows as an increase. */
const FORESEEN_FAILURES: readonly string[] = [
  'internal-error',
  'too-many-requests-under-way',
  'queue-full',
  'database-unavailable',
  'outcome-unknown',
];

/** Counts requests. It runs on every request, so it allocates only at the first request of a route. */
@Injectable()
export class RequestFigures {
  /** By route, then by method. */
  private readonly routes = new Map<string, Map<string, RouteFigures>>();
  /** Refusals with a 5xx status by their code. */
  readonly failures = new Map<string, number>(FORESEEN_FAILURES.map((code) => [code, 0]));
  inFlight = 0;
  /** Whether `inFlight` agrees with the open connections. */
  isPlausible: () => boolean = () => true;

  add({ method, route, status, result, seconds, exemplar }: AnsweredRequest): void {
    const { durations, answers } = this.of(route, METHODS.has(method) ? method : 'other');
    durations.add(seconds, 1, exemplar);
    const results = answers.get(status) ?? new Map<RequestResult, number>();
    answers.set(status, results);
    results.set(result, (results.get(result) ?? 0) + 1);
  }

  addFailure(code: string): void {
    this.failures.set(code, (this.failures.get(code) ?? 0) + 1);
  }

  *all(): Generator<RouteFigures> {
    for (const methods of this.routes.values()) yield* methods.values();
  }

  private of(route: string, method: string): RouteFigures {
    const methods = this.routes.get(route) ?? new Map<string, RouteFigures>();
    const known = methods.get(method);
    if (known) return known;
    const figures = { method, route, durations: new Distribution(DURATIONS), answers: new Map() };
    this.routes.set(route, methods.set(method, figures));
    return figures;
  }
}
