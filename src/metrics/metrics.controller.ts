import { Controller, Get, Header } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { NoStore } from '../http/filter-source.js';
import { MetricsService } from './metrics.service.js';
import { ApiProduces } from '@nestjs/swagger';
import { TakesAnything } from '../http/unknown-members.js';
import { Answer, Operation } from '../openapi/operations.js';
import { SERVICE_TAG } from '../openapi/samples.js';

/** What Prometheus scrapes. */
@Controller()
@TakesAnything()
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get('metrics')
  @Allow('auditor', 'operator', 'admin', 'metrics')
  @Operation({
    id: 'readMetrics',
    tag: SERVICE_TAG,
    summary: 'What Prometheus scrapes; also while the database does not answer',
  })
  @ApiProduces('text/plain')
  @Answer({
    status: 200,
    description: 'Metrics in the text format of Prometheus.',
    headers: ['Cache-Control'],
    schema: { type: 'string' },
  })
  @NoStore()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.read();
  }
}
