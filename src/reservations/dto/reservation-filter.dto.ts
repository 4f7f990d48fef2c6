import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CURSOR } from '../../http/list-parameters.js';
import { DEFAULT_LIMIT, MAX_LIMIT, readPageRequest, type PageRequest } from '../../http/paging.js';
import { amountSchema } from '../../http/wire-schemas.js';
import { IsText, IsOmittable, NestedList } from '../../http/wire-types.js';
import { Member } from '../../openapi/members.js';

export const ReservationId = () =>
  applyDecorators(
    ApiProperty({ description: 'The reservation, bare or as `ResourceReservation:<id>`.' }),
    IsText(),
  );

export class FilteredReservation {
  @ReservationId() reservationId!: string;
}

/** Filter of GET /reservation/{kind}/query. */
export class ReservationFilter {
  @ApiProperty({ description: 'The reservations that are asked for.' })
  @IsOptional()
  @NestedList(() => FilteredReservation)
  queryReservationFilter?: FilteredReservation[];

  @Member({
    ...amountSchema(MAX_LIMIT, 1),
    default: DEFAULT_LIMIT,
    description: 'Reservations on a page, where none is named.',
  })
  @IsOmittable()
  limit?: unknown;

  @ApiProperty(CURSOR) @IsOmittable() cursor?: unknown;
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
