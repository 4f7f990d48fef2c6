import { IsOptional } from 'class-validator';
import { readPageRequest, type PageRequest } from '../../http/paging.js';
import { IsText, IsOmittable, NestedList } from '../../http/wire-types.js';

export class FilteredReservation {
  @IsText() reservationId!: string;
}

/** Filter of GET /reservation/{kind}/query. */
export class ReservationFilter {
  @IsOptional() @NestedList(() => FilteredReservation) queryReservationFilter?: FilteredReservation[];
  /** Page size and place where no reservation is named. */
  @IsOmittable() limit?: unknown;
  @IsOmittable() cursor?: unknown;
}

/** Named reservations, or a page of all. */
export interface ReservationQuery {
  readonly references: readonly string[];
  readonly page: PageRequest;
}

export function queryOf(filter: ReservationFilter): ReservationQuery {
  const references = (filter.queryReservationFilter ?? []).map(({ reservationId }) => reservationId);
  return { references, page: readPageRequest({ limit: filter.limit, cursor: filter.cursor }) };
}
