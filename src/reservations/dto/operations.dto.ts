import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { DryRunOption } from '../../http/wire/wire-dry-run.js';
import { IsLabels } from '../../http/wire/wire-labels.js';
import { readAmounts, readOptionalAmount } from '../../http/wire/wire-amounts.js';
import { Clearable, Optional } from '../../http/wire/wire-members.js';
import { readTraits, TraitsMember } from '../../http/wire/wire-traits.js';
import {
  IsSeconds,
  IsAmountsObject,
  IsReferenceList,
  IsText,
  Nested,
  readEnd,
  readStart,
  required,
  startOf,
  type WireAmount,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { Configured, LABELS_TEXT, NAME_TEXT } from '../../openapi/members.js';
import { DomainError } from '../../kernel/domain-error.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import { INT32_MAX, withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import {
  changedTraits,
  OPERATIONS_SPELLING,
  type Expiry,
  type AskedChange,
  type ReservationRequest,
  type TraitsChange,
} from '../reservation.js';
import { EndTerm, HoldTerm, RepeatTerm, StartTerm, WaitTerm, WaitUntilTerm, ZONE_KEPT } from './terms.js';
import { spellingOfWait, waitOf } from './wait.dto.js';

type Classes = ReadonlyMap<ResourceClass, number>;

/** A request without it is refused in words of its own, see `required`. */
const ReservationId = (required = true) =>
  Optional({ description: 'The reservation, bare or as `ResourceReservation:<id>`.', required }, IsText());

export class RequiredTraits extends TraitsMember {
  @ApiProperty({ description: 'Architecture of its processors; `x86` equals `x86_64`.' })
  declare cpuArchitecture?: string | null;

  @ApiProperty({ description: 'Sort of storage; `volume` where it is not known.' })
  declare typeOfStorage?: string | null;

  @ApiProperty({ description: 'Whether its storage has to support RDMA; false requires nothing.' })
  declare rdmaSupported?: boolean | string | null;
}

/** The terms of a reservation: what a create gives, and an update changes. */
export class ReservationTerms extends DryRunOption {
  @Optional(
    `Id of an availability zone; by default the zone with the most room that fits. ${ZONE_KEPT}`,
    IsText(255),
  )
  zone?: string;

  @StartTerm() start?: WireStart;

  @EndTerm('start') end?: string | null;

  @Configured('RequestedAmounts', 'What to reserve.') @IsOptional() @IsAmountsObject() capacity?: object;

  @Optional(
    'Existing instances, pools, providers or reservations that are protected while the reservation lives; a provider or pool ' +
      'also says where it lies.',
    IsReferenceList(),
  )
  elements?: string[];

  @Clearable(
    'Seconds after the start at which the reservation is released if no instance has drawn on it; not after ' +
      'its end. An update with null removes the expiry.',
    IsSeconds(INT32_MAX, 1),
  )
  expiry?: WireAmount | null;

  @Clearable(NAME_TEXT, IsText(255)) name?: string | null;
  @Clearable(LABELS_TEXT, IsLabels()) labels?: Labels | null;

  @Clearable(
    'Traits that each provider which backs it must have. An update with null removes a trait, or all.',
    Nested(() => RequiredTraits),
  )
  traits?: RequiredTraits | null;
}

/** Body of POST /create-reservation. */
export class CreateReservationBody extends ReservationTerms {
  @HoldTerm('/confirm-reservation') hold?: WireAmount | null;
  @WaitTerm('hold') wait?: boolean | string | null;
  @WaitUntilTerm() 'wait-until'?: string | null;
  @RepeatTerm('hold') repeat?: string | null;
}

/** Body of POST /confirm-reservation. */
export class ConfirmReservationBody {
  @ReservationId() 'reservation-id'?: string;
}

/** Instead of one reservation. */
const SeriesId = (allowed: string) =>
  Optional(`Instead of \`reservation-id\`: all of a series that have not begun. ${allowed}`, IsText());

/** Body of POST /update-reservation. */
export class UpdateReservationBody extends ReservationTerms {
  @ReservationId(false) 'reservation-id'?: string;
  @SeriesId('Times and zone stay.') 'series-id'?: string | null;
}

/** Body of POST /cancel-reservation. */
export class CancelReservationBody extends DryRunOption {
  @ReservationId(false) 'reservation-id'?: string;
  @SeriesId('') 'series-id'?: string | null;
}

/** What an update or a cancellation is about. */
export type Named = { readonly id: string } | { readonly seriesId: string };

/** @throws DomainError `invalid-request` unless one of them is given */
export function namedIn(body: CancelReservationBody): Named {
  const seriesId = body['series-id'] ?? undefined;
  if (seriesId === undefined) return { id: required(body['reservation-id'], 'reservation-id') };
  if (body['reservation-id'] === undefined) return { seriesId };
  throw DomainError.invalidField(['series-id'], 'and reservation-id must not both be given');
}

export function reservationRequest(body: CreateReservationBody, classes: Classes): ReservationRequest {
  return {
    zoneId: body.zone ?? undefined,
    start: startOf(body.start),
    end: readEnd(body.end),
    amounts: withoutZeros(readAmounts(body.capacity, classes)),
    traits: changedTraits(undefined, traitsChange(body.traits)),
    elements: body.elements ?? [],
    expiry: expiryOf(body.expiry),
    holdSeconds: readOptionalAmount(body.hold),
    wait: waitOf(body.wait, body['wait-until']),
    ...changedMarks(body),
    spelling: spellingOfWait(body.wait, OPERATIONS_SPELLING),
  };
}

/** Members that are left out keep their value; null takes away an end, an expiry or a trait. */
export function reservationChange(body: UpdateReservationBody, classes: Classes): AskedChange {
  return {
    zoneId: body.zone ?? undefined,
    start: body.start === undefined ? undefined : readStart(body.start, 0),
    end: body.end === undefined ? undefined : readEnd(body.end),
    amounts: body.capacity === undefined ? undefined : readAmounts(body.capacity, classes),
    traits: traitsChange(body.traits),
    elements: body.elements ?? undefined,
    expiry: body.expiry === null ? null : expiryOf(body.expiry),
    name: body.name,
    labels: body.labels,
    spelling: OPERATIONS_SPELLING,
  };
}

/** What was given, nulls included. */
export function traitsChange(traits: TraitsMember | null | undefined): TraitsChange | undefined {
  if (!traits) return traits;
  const nulls = Object.entries(traits).filter(([, value]) => value === null);
  return { ...readTraits(traits), ...Object.fromEntries(nulls) };
}

function expiryOf(text: WireAmount | null | undefined): Expiry | undefined {
  const secondsAfterStart = readOptionalAmount(text);
  return secondsAfterStart === undefined ? undefined : { secondsAfterStart };
}
