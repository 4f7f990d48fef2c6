import { INSTANCE_STATES, type InstanceState } from '../../allocation/records.js';
import { listWindow, WindowedListParameters } from '../../http/list-parameters.js';
import { IsLabelFilter, readLabelFilters } from '../../http/wire-labels.js';
import { IsIdOf, IsOmittable, IsOneOf, IsText } from '../../http/wire-types.js';
import { idOf } from '../../kernel/identifiers.js';
import type { InstanceFilter } from '../instance-list.js';

/** Query of GET /instances. */
export class InstanceListParameters extends WindowedListParameters {
  @IsOmittable() @IsText(255) zone?: string;
  @IsOmittable() @IsIdOf('ResourceProvider') provider?: string;
  @IsOmittable() @IsIdOf('ResourceReservation') reservation?: string;
  @IsOmittable() @IsText(255) tenant?: string;
  @IsOmittable() @IsOneOf(INSTANCE_STATES) state?: InstanceState;
  @IsOmittable() @IsText(255) name?: string;
  @IsOmittable() @IsLabelFilter() label?: string | string[];
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
