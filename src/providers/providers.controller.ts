import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { listPage, listRequest } from '../http/wire/list-parameters.js';
import { providerDetails, providerSummary } from './dto/provider-answers.js';
import { providerFilter, ProviderListParameters } from './dto/provider-list.dto.js';
import { ProvidersOverview, type ProviderView } from './providers.overview.js';
import { DiscoverProvider, ListProviders, ReadProvider } from './dto/providers.openapi.js';

/** Lists registered providers. Additive: for operators, and for clients that need an id. */
@Controller('providers')
export class ProvidersController {
  constructor(
    private readonly overview: ProvidersOverview,
    private readonly answered: AnsweredRequests,
  ) {}

  @Get()
  @Allow('auditor', 'operator', 'admin')
  @ListProviders()
  async list(@Query() query: ProviderListParameters) {
    const request = listRequest('providers', query);
    return listPage(await this.overview.list(providerFilter(query), request), request, providerSummary);
  }

  @Get(':id')
  @Allow('auditor', 'operator', 'admin')
  @ReadProvider()
  async read(@Param('id') id: string): Promise<object> {
    return providerDetails(await this.overview.get(id));
  }

  @Post(':id/discover')
  @Allow('operator', 'admin')
  @DiscoverProvider()
  discover(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest): Promise<object> {
    return this.answered.once<ProviderView>(
      ofOneZone(key),
      (remember) => this.overview.discover(id, remember),
      providerDetails,
    );
  }
}
