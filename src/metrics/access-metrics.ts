import { Injectable } from '@nestjs/common';
import { AccessFigures } from '../access/access-figures.js';
import { counter, MetricSource, type Family } from './metric-source.js';

@Injectable()
export class AccessMetrics extends MetricSource {
  constructor(private readonly figures: AccessFigures) {
    super();
  }

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
