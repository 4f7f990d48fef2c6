import { Controller, Get, Header } from '@nestjs/common';
import { NoStore } from '../http/filter-source.js';
import { MetricsService } from './metrics.service.js';

/** What Prometheus scrapes. */
@Controller()
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get('metrics')
  @NoStore()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.read();
  }
}
