import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../http/allow.js';
import { MetricsService } from './metrics.service.js';
import { ApiProduces } from '@nestjs/swagger';
import { TakesAnything } from '../http/body/unknown-members.js';
import { Answer, Operation } from '../openapi/operations.js';
import { SERVICE_TAG } from '../openapi/samples.js';

/** With their versions: Prometheus asks for a version. */
const TEXT = 'text/plain; version=0.0.4';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';

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
  @ApiProduces('text/plain', 'application/openmetrics-text')
  @Answer({
    status: 200,
    description:
      'Metrics in the text format of Prometheus; with tracing also as OpenMetrics, with exemplars, where `Accept` prefers it.',
    headers: ['Cache-Control'],
    schema: { type: 'string' },
  })
  read(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const preferred = request.accepts([TEXT, OPEN_METRICS]);
    const exposition = this.metrics.exposition(preferred === OPEN_METRICS);
    response.setHeader('Content-Type', exposition.contentType);
    return exposition.read();
  }
}
