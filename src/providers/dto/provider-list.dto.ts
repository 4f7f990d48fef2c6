import { ListParameters } from '../../http/list-parameters.js';
import { IsOmittable, IsOneOf, IsText } from '../../http/wire-types.js';
import { PROVIDER_STATES, PROVIDER_TYPES, type ProviderState, type ProviderType } from '../provider.js';
import type { ProviderFilter } from '../provider-list.js';

/** Query of GET /providers. */
export class ProviderListParameters extends ListParameters {
  @IsOmittable() @IsText(255) zone?: string;
  @IsOmittable() @IsText(255) tenant?: string;
  @IsOmittable() @IsOneOf(PROVIDER_STATES) state?: ProviderState;
  @IsOmittable() @IsOneOf(PROVIDER_TYPES) kind?: ProviderType;
}

export function providerFilter({ zone, tenant, state, kind }: ProviderListParameters): ProviderFilter {
  return { zoneId: zone, tenant, state, type: kind };
}
