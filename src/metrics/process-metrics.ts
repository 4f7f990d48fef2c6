import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { HeavyWork, type HeavyWorkFigures } from '../kernel/heavy-work.js';
import { counter, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** What the standard metrics of the process lack: its heap's limit, and the few places for requests that take long. */
@Injectable()
export class ProcessMetrics implements MetricSource {
  constructor(private readonly work: HeavyWork) {}

  families(): readonly Family[] {
    return [
      gauge(
        'heap_limit_bytes',
        'Maximum size of the JavaScript heap; a process that needs more ends.',
        () => [{ value: getHeapStatistics().heap_size_limit }],
      ),
      gauge('heavy_requests_running', 'Requests that take long and have a place.', () =>
        this.heavyRequests('running'),
      ),
      gauge('heavy_requests_waiting', 'Requests that take long and wait for a place.', () =>
        this.heavyRequests('waiting'),
      ),
      counter(
        'heavy_requests_refused',
        'Requests that take long and were answered 503, because no place became free in time.',
        () => this.heavyRequests('refused'),
      ),
    ];
  }

  private heavyRequests(figure: keyof HeavyWorkFigures): Sample[] {
    return [...this.work.figuresByKind].map(([kind, figures]) => ({
      labels: { kind },
      value: figures[figure],
    }));
  }
}
