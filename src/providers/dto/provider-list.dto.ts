import { ListParameters } from '../../http/wire/list-parameters.js';
import { KindFilter, StateFilter, TenantFilter, ZoneFilter } from '../../openapi/list-filters.js';
import { PROVIDER_STATES, PROVIDER_TYPES, type ProviderState, type ProviderType } from '../provider.js';
import type { ProviderFilter } from '../provider-list.js';

/** Query of GET /providers. */
export class ProviderListParameters extends ListParameters {
  @ZoneFilter() zone?: string;
  @TenantFilter('Those with the project of this id or name.') tenant?: string;
  @StateFilter(PROVIDER_STATES) state?: ProviderState;
  @KindFilter(PROVIDER_TYPES) kind?: ProviderType;
}

export function providerFilter({ zone, tenant, state, kind }: ProviderListParameters): ProviderFilter {
  return { zoneId: zone, tenant, state, type: kind };
}
