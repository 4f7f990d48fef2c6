import { Injectable } from '@nestjs/common';
import { HeavyWork, type HeavyWorkFigures } from '../kernel/heavy-work.js';
import { counter, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** Requests that take long, and share a few places. */
@Injectable()
export class HeavyWorkMetrics implements MetricSource {
  constructor(private readonly work: HeavyWork) {}

  families(): readonly Family[] {
    return [
      gauge('heavy_requests_running', 'Requests that take long and have a place.', () =>
        this.samples('running'),
      ),
      gauge('heavy_requests_waiting', 'Requests that take long and wait for a place.', () =>
        this.samples('waiting'),
      ),
      counter(
        'heavy_requests_refused',
        'Requests that take long and were answered 503, because no place became free in time.',
        () => this.samples('refused'),
      ),
    ];
  }

  private samples(figure: keyof HeavyWorkFigures): Sample[] {
    return [...this.work.figuresByKind].map(([kind, figures]) => ({
      labels: { kind },
      value: figures[figure],
    }));
  }
}
