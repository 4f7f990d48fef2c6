import { RESERVATION_KINDS, type ReservationKind } from '../../allocation/admission/records.js';
import { listWindow, WindowedListParameters } from '../../http/wire/list-parameters.js';
import { readLabelFilters } from '../../http/wire/wire-labels.js';
import { idOf } from '../../kernel/identifiers.js';
import {
  KindFilter,
  LabelsFilter,
  NameFilter,
  ProviderIdFilter,
  SeriesFilter,
  StateFilter,
  TenantFilter,
  ZoneFilter,
} from '../../openapi/list-filters.js';
import type { ReservationListFilter } from '../reservation-list.js';
import { RESERVATION_STATES, type ReservationState } from '../reservation.js';

/** Query of GET /reservations. */
export class ReservationListParameters extends WindowedListParameters {
  @ZoneFilter() zone?: string;
  @ProviderIdFilter() provider?: string;
  @TenantFilter() tenant?: string;
  @StateFilter(RESERVATION_STATES) state?: ReservationState;
  @KindFilter(RESERVATION_KINDS) kind?: ReservationKind;
  @NameFilter() name?: string;
  @LabelsFilter() label?: string | string[];
  @SeriesFilter() series?: string;
}

export function reservationFilter(query: ReservationListParameters): ReservationListFilter {
  const { zone: zoneId, provider, tenant, state, kind, name, label, series } = query;
  return {
    zoneId,
    providerId: provider && idOf('ResourceProvider', provider),
    tenant,
    state,
    kind,
    name,
    seriesId: series,
    labels: readLabelFilters(label),
    ...listWindow(query),
  };
}
