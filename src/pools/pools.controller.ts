import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import { isDryRun } from '../http/wire/wire-dry-run.js';
import { readBoolean } from '../http/wire/wire-types.js';
import { EndPoolQuery } from './dto/end-pool.dto.js';
import { END_REHEARSAL, endedAnswer, poolDetails } from './dto/pool-answers.js';
import { poolFilter, PoolListParameters } from './dto/pool-list.dto.js';
import { PoolsService } from './pools.service.js';
import { EndPool, ListPools, ReadPool } from './dto/pools.openapi.js';

/** Additive, for operators: every change of capacity that was declared, and the early end of one. */
@Controller('pools')
export class PoolsController {
  constructor(
    private readonly pools: PoolsService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get()
  @Allow('auditor', 'operator', 'admin')
  @ListPools()
  async list(@Query() query: PoolListParameters) {
    const request = listRequest('pools', query);
    return listPage(await this.pools.list(poolFilter(query), request), request, poolDetails);
  }

  @Get(':id')
  @Allow('auditor', 'operator', 'admin')
  @ReadPool()
  async get(@Param('id') id: string) {
    return poolDetails(await this.pools.get(id));
  }

  @Delete(':id')
  @Allow('operator', 'admin')
  @EndPool()
  end(@Param('id') id: string, @Query() query: EndPoolQuery, @IdempotencyKey() key?: KeyedRequest) {
    return this.answered.onceOrDry({
      key: ofOneZone(key),
      isDryRun: isDryRun(query),
      run: (as) => this.pools.end(id, readBoolean(query.force ?? false), as),
      answer: endedAnswer,
      ...END_REHEARSAL,
    });
  }
}
