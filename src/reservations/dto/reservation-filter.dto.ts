import { validate as isId } from 'uuid';
import { isSame } from '../../http/body/filter-merge.js';
import { CURSOR } from '../../http/wire/list-parameters.js';
import { DEFAULT_LIMIT, MAX_LIMIT, readCursor, readLimit } from '../../http/wire/paging.js';
import { Given, Omittable, Optional } from '../../http/wire/wire-members.js';
import { amountSchema } from '../../http/wire/wire-schemas.js';
import { IsText, IsTextOrList, NestedList, readList } from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import type { PlaceOf } from '../reservations.reader.js';

export const ReservationId = () => Given('The reservation, bare or as `ResourceReservation:<id>`.', IsText());

export class FilteredReservation {
  @ReservationId() reservationId!: string;
}

/** Filter of GET /reservation/{kind}/query. */
export class ReservationFilter {
  @Optional('The requested reservations.', NestedList(() => FilteredReservation))
  queryReservationFilter?: FilteredReservation[];

  @Optional(
    'The short form of `queryReservationFilter`, for query parameters: one reservation, or several, each bare or as ' +
      '`ResourceReservation:<id>`.',
    IsTextOrList(),
  )
  reservationId?: string | string[];

  @Omittable({
    ...amountSchema(MAX_LIMIT, 1),
    default: DEFAULT_LIMIT,
    description: 'Reservations on a page, where none is named.',
  })
  limit?: unknown;

  @Omittable(CURSOR) cursor?: unknown;
}

/** Named reservations, or a page of all. */
export interface ReservationQuery {
  readonly references: readonly string[];
  readonly placeOf: PlaceOf;
  readonly page: { readonly limit: number; readonly after?: string };
}

/** @throws DomainError `invalid-request`, also if both forms are given and differ */
export function queryOf(
  kind: NorthboundKind,
  { queryReservationFilter: filter, reservationId, limit, cursor }: ReservationFilter,
): ReservationQuery {
  const page = { limit: readLimit(limit), after: readCursor(cursor, isId, kind) };
  const references = (filter ?? []).map((named) => named.reservationId);
  const short = readList(reservationId);
  if (filter && reservationId !== undefined && !isSame(references, short)) {
    const rule = 'must not differ from queryReservationFilter, which is given too';
    throw DomainError.invalidField(['reservationId'], rule);
  }
  if (filter) {
    const placeOf = (index: number) => ['queryReservationFilter', index, 'reservationId'];
    return { references, placeOf, page };
  }
  const placeOf = (index: number) => ['reservationId', ...(Array.isArray(reservationId) ? [index] : [])];
  return { references: short, placeOf, page };
}
