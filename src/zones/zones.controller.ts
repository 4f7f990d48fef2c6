import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { isRange } from '../allocation/address-span.js';
import { listPage, ListParameters, listRequest } from '../http/list-parameters.js';
import { NextPageLink } from '../http/paging.js';
import { isName } from '../kernel/speakable.js';
import { rangeDetails, zoneDetails } from './dto/zone-answers.js';
import { ZonesService } from './zones.service.js';

/** Additive: the zones there are, for operators and for clients that look for a zone's name. */
@Controller('zones')
export class ZonesController {
  constructor(private readonly zones: ZonesService) {}

  @Get()
  @UseInterceptors(NextPageLink)
  async list(@Query() query: ListParameters) {
    const request = listRequest(query, isName);
    return listPage(await this.zones.list(request), request, zoneDetails);
  }

  @Get(':id')
  async get(@Param('id') id: string) {
    return zoneDetails(await this.zones.get(id));
  }

  @Get(':id/addresses')
  @UseInterceptors(NextPageLink)
  async addresses(@Param('id') id: string, @Query() query: ListParameters) {
    const request = listRequest(query, isRange);
    return listPage(await this.zones.ranges(id, request), request, rangeDetails);
  }
}
