import { Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { AnsweredRequests } from '../http/idempotency/answered-requests.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { NextPageLink, pageOf, readPageRequest } from '../http/paging.js';
import { providerDetails, providerSummary, zoneDetails } from './dto/provider-answers.js';
import { isZoneName } from './provider.js';
import { ProvidersOverview, type ProviderView } from './providers.overview.js';
import { ProvidersService } from './providers.service.js';

/** What is registered; added to the interface for operators and for whoever looks for an id or a zone. */
@Controller()
@UseInterceptors(NextPageLink)
export class ProvidersController {
  constructor(
    private readonly providers: ProvidersService,
    private readonly overview: ProvidersOverview,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get('providers')
  async list(@Query() query: Record<string, unknown>): Promise<object> {
    const page = readPageRequest(query);
    const rows = await this.overview.page(page.after, page.rows);
    return pageOf(rows, page, ({ provider }) => provider.id, providerSummary);
  }

  @Get('providers/:id')
  async read(@Param('id') id: string): Promise<object> {
    return providerDetails(await this.overview.get(id));
  }

  @Post('providers/:id/discover')
  @HttpCode(200)
  discover(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest): Promise<object> {
    return this.answered.once<ProviderView>(
      key,
      (remember) => this.overview.discover(id, remember),
      providerDetails,
    );
  }

  @Get('zones')
  async listZones(@Query() query: Record<string, unknown>): Promise<object> {
    const page = readPageRequest(query, isZoneName);
    const rows = await this.providers.zonePage(page.after, page.rows);
    return pageOf(rows, page, ({ zoneId }) => zoneId, zoneDetails);
  }

  @Get('zones/:id')
  async readZone(@Param('id') id: string): Promise<object> {
    return zoneDetails(await this.providers.zone(id));
  }
}
