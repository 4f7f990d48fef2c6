import { INSTANCE_STATES, type InstanceState } from '../../allocation/admission/records.js';
import { listWindow, WindowedListParameters } from '../../http/wire/list-parameters.js';
import { readLabelFilters } from '../../http/wire/wire-labels.js';
import { idOf } from '../../kernel/identifiers.js';
import {
  LabelsFilter,
  NameFilter,
  ProviderIdFilter,
  ReservationIdFilter,
  StateFilter,
  TenantFilter,
  ZoneFilter,
} from '../../openapi/list-filters.js';
import type { InstanceFilter } from '../instance-list.js';

/** Query of GET /instances. */
export class InstanceListParameters extends WindowedListParameters {
  @ZoneFilter() zone?: string;
  @ProviderIdFilter() provider?: string;
  @ReservationIdFilter() reservation?: string;
  @TenantFilter() tenant?: string;
  @StateFilter(INSTANCE_STATES) state?: InstanceState;
  @NameFilter() name?: string;
  @LabelsFilter() label?: string | string[];
}

export function instanceFilter(query: InstanceListParameters): InstanceFilter {
  const { zone: zoneId, provider, reservation, tenant, state, name, label } = query;
  return {
    zoneId,
    providerId: provider && idOf('ResourceProvider', provider),
    reservationId: reservation && idOf('ResourceReservation', reservation),
    tenant,
    state,
    name,
    labels: readLabelFilters(label),
    ...listWindow(query),
  };
}
