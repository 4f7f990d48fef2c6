import { Controller, Get } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Readiness } from './readiness.js';
import { TakesAnything } from '../http/body/unknown-members.js';
import { Always, OPTIONAL, Whole } from '../openapi/members.js';
import { Read } from '../openapi/operations.js';
import { SERVICE_TAG } from '../openapi/samples.js';

class Health {
  @Always('ok')
  status!: 'ok';
}

class Ready extends Health {
  @Whole('Number of the known zones whose database node does not answer; absent if all nodes do.', OPTIONAL)
  zonesAway?: number;
}

const OK = { example: { value: { status: 'ok' } } };

const NOT_READY = {
  description:
    'Not ready (`draining`, `requests-miscounted`, `migrations-pending`, `database-read-only`, `database-unavailable`).',
  code: 'database-unavailable',
  detail: 'the database does not answer',
};

/** What an orchestrator asks. */
@Controller()
@TakesAnything()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. The database is left out on purpose: restarting us would not bring it back. */
  @Get('livez')
  @Allow('anyone')
  @Read({
    id: 'live',
    tag: SERVICE_TAG,
    summary: 'The process answers; the database is left out on purpose',
    says: 'Alive.',
    answer: Health,
    answers: OK,
  })
  live(): Health {
    return { status: 'ok' };
  }

  /** Ready for traffic: the database answers, its schema is up to date, and the process is not draining. */
  @Get('readyz')
  @Allow('anyone')
  @Read({
    id: 'ready',
    tag: SERVICE_TAG,
    summary:
      'Ready for traffic: the database answers, its schema is up to date, and the process is not shutting down',
    says: 'Ready.',
    answer: Ready,
    answers: OK,
    refusals: { 503: NOT_READY },
  })
  async ready(): Promise<Ready> {
    await this.readiness.check();
    const { zonesAway } = this.readiness;
    return zonesAway === undefined ? { status: 'ok' } : { status: 'ok', zonesAway };
  }
}
