import { Injectable } from '@nestjs/common';
import { HeavyWork } from '../kernel/heavy-work.js';
import { counter, gauge, MetricSource, type Family } from './metric-source.js';

/** Requests that take long, and share a few places. */
@Injectable()
export class HeavyWorkMetrics extends MetricSource {
  constructor(private readonly work: HeavyWork) {
    super();
  }

  families(): readonly Family[] {
    return [
      gauge('heavy_requests_running', 'Requests that take long and have a place.', () => [
        { value: this.work.figures.running },
      ]),
      gauge('heavy_requests_waiting', 'Requests that take long and wait for a place.', () => [
        { value: this.work.figures.waiting },
      ]),
      counter(
        'heavy_requests_refused',
        'Requests that take long and were answered 503, because no place became free in time.',
        () => [{ value: this.work.figures.refused }],
      ),
    ];
  }
}
