import { Injectable } from '@nestjs/common';
import { AccessFigures } from '../access/access-figures.js';
import { histogram } from './histogram.js';
import { counter, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';
import { RequestFigures } from '../http/edge/request-figures.js';

/** Requests by the template of their route: rate, errors, duration. Refusals, by the code in the answer. */
@Injectable()
export class RequestMetrics implements MetricSource {
  constructor(
    private readonly figures: RequestFigures,
    private readonly access: AccessFigures,
  ) {}

  families(): readonly Family[] {
    return [
      histogram('http_request_duration_seconds', 'From the head of a request to the end of its answer.', () =>
        this.durations(),
      ),
      counter(
        'http_requests',
        'Requests by status and by how they ended: a conflict of Group A has status 200.',
        () => this.answers(),
      ),
      counter('http_failures', 'Answers with a 5xx status, by the code in their body.', () =>
        [...this.figures.failures].map(([code, value]) => ({ labels: { code }, value })),
      ),
      gauge('http_requests_in_flight', 'Requests that are being answered.', () => [
        { value: this.figures.inFlight },
      ]),
      counter(
        'access_refusals',
        'Requests refused because of who sent them, by the code in the answer.',
        () => [...this.access.refusals].map(([code, value]) => ({ labels: { code }, value })),
      ),
    ];
  }

  private *durations() {
    for (const { method, route, durations } of this.figures.all()) {
      yield [{ method, route }, durations] as const;
    }
  }

  private *answers(): Generator<Sample> {
    for (const { method, route, answers } of this.figures.all()) {
      for (const [status, results] of answers) {
        for (const [result, value] of results) yield { labels: { method, route, status, result }, value };
      }
    }
  }
}
