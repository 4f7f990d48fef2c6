import { IsOptional } from 'class-validator';
import { required } from '../../http/required.js';
import { startOf } from '../../http/wire-start.js';
import { IsLabels } from '../../http/wire-labels.js';
import { readAmounts } from '../../http/wire-amounts.js';
import { readTraits, TraitsMember } from '../../http/wire-traits.js';
import {
  IsAmount,
  IsAmountsObject,
  IsClearable,
  IsReferenceList,
  IsText,
  IsWireTime,
  Nested,
  readAmount,
  readEnd,
  readStart,
  type WireAmount,
  type WireStart,
} from '../../http/wire-types.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import { INT32_MAX, withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import {
  changedTraits,
  OPERATIONS_SPELLING,
  type Expiry,
  type ReservationChange,
  type ReservationRequest,
  type TraitsChange,
} from '../reservation.js';

type Classes = ReadonlyMap<ResourceClass, number>;

/** Body of POST /create-reservation. */
export class CreateReservationBody {
  @IsOptional() @IsText(255) zone?: string;
  @IsWireTime('start') start?: WireStart;
  @IsWireTime('end', { nullable: true }) end?: string | null;
  @IsOptional() @IsAmountsObject() capacity?: object;
  @IsOptional() @IsReferenceList() elements?: string[];
  /** Seconds after the start at which a reservation that nothing was allocated from is released. */
  @IsClearable() @IsAmount(INT32_MAX, 1) expiry?: WireAmount | null;
  @IsClearable() @IsText(255) name?: string | null;
  @IsClearable() @IsLabels() labels?: Labels | null;
  /** What each provider that backs it has to be like. */
  @IsClearable() @Nested(() => TraitsMember) traits?: TraitsMember | null;
}

/** Body of POST /update-reservation. */
export class UpdateReservationBody extends CreateReservationBody {
  @IsOptional() @IsText() 'reservation-id'?: string;
}

/** Body of POST /cancel-reservation. */
export class CancelReservationBody {
  @IsOptional() @IsText() 'reservation-id'?: string;
}

export function reservationRequest(body: CreateReservationBody, classes: Classes): ReservationRequest {
  return {
    zoneId: body.zone ?? undefined,
    start: startOf(body.start),
    end: readEnd(body.end),
    amounts: withoutZeros(readAmounts(body.capacity, classes)),
    traits: changedTraits(undefined, traitsOf(body.traits)),
    elements: body.elements ?? [],
    expiry: expiryOf(body.expiry),
    ...changedMarks(body),
    spelling: OPERATIONS_SPELLING,
  };
}

/** Members that are left out keep their value; null takes away an end, an expiry or a trait. */
export function reservationChange(
  body: UpdateReservationBody,
  classes: Classes,
): { id: string; change: ReservationChange } {
  const id = required(body['reservation-id'], 'reservation-id');
  const change: ReservationChange = {
    zoneId: body.zone ?? undefined,
    start: body.start === undefined ? undefined : readStart(body.start, 0),
    end: body.end === undefined ? undefined : readEnd(body.end),
    amounts: body.capacity === undefined ? undefined : readAmounts(body.capacity, classes),
    traits: traitsOf(body.traits),
    elements: body.elements ?? undefined,
    expiry: body.expiry === null ? null : expiryOf(body.expiry),
    name: body.name,
    labels: body.labels,
    spelling: OPERATIONS_SPELLING,
  };
  return { id, change };
}

/** What was given, nulls included. */
function traitsOf(traits: TraitsMember | null | undefined): TraitsChange | undefined {
  if (!traits) return traits;
  const nulls = Object.entries(traits).filter(([, value]) => value === null);
  return { ...readTraits(traits), ...Object.fromEntries(nulls) };
}

function expiryOf(seconds: WireAmount | null | undefined): Expiry | undefined {
  return seconds === undefined || seconds === null ? undefined : { secondsAfterStart: readAmount(seconds) };
}
