import { RESERVATION_KINDS, type ReservationKind } from '../../allocation/records.js';
import { listWindow, WindowedListParameters } from '../../http/list-parameters.js';
import { IsLabelFilter, readLabelFilters } from '../../http/wire-labels.js';
import { IsIdOf, IsOmittable, IsOneOf, IsText } from '../../http/wire-types.js';
import { idOf } from '../../kernel/identifiers.js';
import type { ReservationFilter } from '../reservation-list.js';
import { RESERVATION_STATES, type ReservationState } from '../reservation.js';

/** Query of GET /reservations. */
export class ReservationListParameters extends WindowedListParameters {
  @IsOmittable() @IsText(255) zone?: string;
  @IsOmittable() @IsIdOf('ResourceProvider') provider?: string;
  @IsOmittable() @IsText(255) tenant?: string;
  @IsOmittable() @IsOneOf(RESERVATION_STATES) state?: ReservationState;
  @IsOmittable() @IsOneOf(RESERVATION_KINDS) kind?: ReservationKind;
  @IsOmittable() @IsText(255) name?: string;
  @IsOmittable() @IsLabelFilter() label?: string | string[];
}

export function reservationFilter(query: ReservationListParameters): ReservationFilter {
  const { zone: zoneId, provider, tenant, state, kind, name, label } = query;
  return {
    zoneId,
    providerId: provider && idOf('ResourceProvider', provider),
    tenant,
    state,
    kind,
    name,
    labels: readLabelFilters(label),
    ...listWindow(query),
  };
}
