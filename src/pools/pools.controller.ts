import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { listPage, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { poolDetails } from './dto/pool-answers.js';
import { poolFilter, PoolListParameters } from './dto/pool-list.dto.js';
import { PoolsService } from './pools.service.js';

/** Additive reads for operators: every change of capacity that was declared. */
@Controller('pools')
export class PoolsController {
  constructor(private readonly pools: PoolsService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: PoolListParameters) {
    const request = listRequest(query);
    return listPage(await this.pools.list(poolFilter(query), request), request, poolDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return poolDetails(await this.pools.get(id));
  }
}
