import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { poolDetails } from './dto/pool-answers.js';
import { PoolsService } from './pools.service.js';

/** Additive reads for operators: every change of capacity that was declared. */
@Controller('pools')
export class PoolsController {
  constructor(private readonly pools: PoolsService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: Record<string, unknown>) {
    const page = readPageRequest(query);
    return pageOf(await this.pools.page(page.rows, page.after), page, ({ id }) => id, poolDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return poolDetails(await this.pools.get(id));
  }
}
