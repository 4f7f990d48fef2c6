import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { gauge, type Family, type MetricSource } from './metric-source.js';

/** What the standard metrics of the process lack. */
@Injectable()
export class ProcessMetrics implements MetricSource {
  families(): readonly Family[] {
    return [
      gauge(
        'heap_limit_bytes',
        'Maximum size of the JavaScript heap; a process that needs more ends.',
        () => [{ value: getHeapStatistics().heap_size_limit }],
      ),
    ];
  }
}
