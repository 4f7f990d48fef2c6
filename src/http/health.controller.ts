import { Controller, Get } from '@nestjs/common';
import { NoStore } from './filter-source.js';
import { Readiness } from './readiness.js';

/** What an orchestrator asks. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. The database is left out on purpose: restarting us would not bring it back. */
  @Get('livez')
  @NoStore()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready for traffic: the database answers, its schema is up to date, and nobody has asked us to stop. */
  @Get('readyz')
  @NoStore()
  async ready(): Promise<{ status: 'ok' }> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
