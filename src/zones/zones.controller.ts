import { Controller, Get, Param, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { isRange } from '../kernel/address-span.js';
import { Caller } from '../http/caller.js';
import { listPage, ListParameters, listRequest } from '../http/wire/list-parameters.js';
import type { Principal } from '../kernel/principal.js';
import { isName } from '../kernel/speakable.js';
import { rangeDetails, zoneDetails } from './dto/zone-answers.js';
import { ZonesService } from './zones.service.js';
import { ListZoneAddresses, ListZones, ReadZone } from './dto/zones.openapi.js';

/** Additive: the zones there are, for operators and for clients that look for a zone's name. */
@Controller('zones')
export class ZonesController {
  constructor(private readonly zones: ZonesService) {}

  @Get()
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ListZones()
  async list(@Caller() caller: Principal, @Query() query: ListParameters) {
    const request = listRequest('zones', query, isName);
    return listPage(await this.zones.list(request), request, (zone) => zoneDetails(zone, caller));
  }

  @Get(':id')
  @Allow('consumer', 'auditor', 'operator', 'admin')
  @ReadZone()
  async get(@Caller() caller: Principal, @Param('id') id: string) {
    return zoneDetails(await this.zones.get(id), caller);
  }

  @Get(':id/addresses')
  @Allow('auditor', 'operator', 'admin')
  @ListZoneAddresses()
  async addresses(@Param('id') id: string, @Query() query: ListParameters) {
    const request = listRequest(`zones/${id}/addresses`, query, isRange);
    return listPage(await this.zones.ranges(id, request), request, rangeDetails);
  }
}
