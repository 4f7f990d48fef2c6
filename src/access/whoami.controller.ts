import { Controller, Get } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { Caller } from '../http/caller.js';
import type { Principal } from '../kernel/principal.js';
import { WhoAmI, type PrincipalAnswer } from './dto/whoami.openapi.js';

/** Additive: whom the service takes a caller for. */
@Controller('whoami')
export class WhoAmIController {
  @Get()
  @Allow('authenticated')
  @WhoAmI()
  read(@Caller() { id, role, tenant, scopes }: Principal): PrincipalAnswer {
    return { id, role, tenant, scopes };
  }
}
