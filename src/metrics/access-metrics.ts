import { Injectable } from '@nestjs/common';
import { AccessFigures } from '../access/access-figures.js';
import { counter, type Family, type MetricSource } from './metric-source.js';

@Injectable()
export class AccessMetrics implements MetricSource {
  constructor(private readonly figures: AccessFigures) {}

  families(): readonly Family[] {
    return [
      counter(
        'access_refusals',
        'Requests refused because of who sent them, by the code in the answer.',
        () => [...this.figures.refusals].map(([code, value]) => ({ labels: { code }, value })),
      ),
    ];
  }
}
