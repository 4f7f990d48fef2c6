import { listWindow, WindowedListParameters } from '../../http/wire/list-parameters.js';
import { idOf } from '../../kernel/identifiers.js';
import { ProviderIdFilter, ZoneFilter } from '../../openapi/list-filters.js';
import type { PoolFilter } from '../pool-list.js';

/** Query of GET /pools. */
export class PoolListParameters extends WindowedListParameters {
  @ZoneFilter() zone?: string;
  @ProviderIdFilter() provider?: string;
}

export function poolFilter(query: PoolListParameters): PoolFilter {
  const { zone: zoneId, provider } = query;
  return { zoneId, providerId: provider && idOf('ResourceProvider', provider), ...listWindow(query) };
}
