import { IsOptional } from 'class-validator';
import { readAmounts } from '../../http/wire/wire-amounts.js';
import { Given, Optional } from '../../http/wire/wire-members.js';
import {
  IsAmount,
  IsSeconds,
  IsAmountsObject,
  IsText,
  EndsAfter,
  IsWireTime,
  Nested,
  NestedList,
  readAmount,
  readEnd,
  required,
  startOf,
  type WireAmount,
  type WireStart,
} from '../../http/wire/wire-types.js';
import { isGiven } from '../../kernel/given.js';
import { DomainError } from '../../kernel/domain-error.js';
import { INT32_MAX, withoutZeros, type ResourceClass } from '../../kernel/resource-amounts.js';
import type { Principal } from '../../kernel/principal.js';
import { Configured, NOW_MARKERS } from '../../openapi/members.js';
import { containerRequests, ContainerReservation } from '../../reservations/dto/containers.dto.js';
import { RequiredTraits, traitsChange } from '../../reservations/dto/operations.dto.js';
import { changedTraits } from '../../reservations/reservation.js';
import type { WindowsAsked } from '../find-windows.js';

const DEFAULT_LIMIT = 5;

/** A search blocks the other requests of its zone, so the limit is less than that of a list. */
const MAX_LIMIT = 100;

class SearchedWindow {
  @Given(`Start. ${NOW_MARKERS}`, IsWireTime('start')) start?: WireStart;

  @Given(
    'End; absent or null: a year after the start.',
    IsWireTime('end', { nullable: true }),
    EndsAfter('start'),
  )
  end?: string | null;
}

/** Body of POST /find-windows. */
export class FindWindowsBody {
  @Optional('The zone to search; by default all zones.', IsText(255)) zone?: string;
  @Configured('RequestedAmounts', 'The demand.') @IsOptional() @IsAmountsObject() capacity?: object;

  @Optional(
    'Containers, each of which counts as one instance; not together with `capacity`.',
    NestedList(() => ContainerReservation),
  )
  containers?: ContainerReservation[];

  @Optional({ description: 'Length of the window in seconds.', required: true }, IsSeconds(INT32_MAX, 1))
  duration?: WireAmount;

  @Optional(
    'Range to search; each window in the answer lies wholly in it. By default the next year.',
    Nested(() => SearchedWindow),
  )
  window?: SearchedWindow;

  @Optional({ description: 'Maximum number of windows.', default: DEFAULT_LIMIT }, IsAmount(MAX_LIMIT, 1))
  limit?: WireAmount;

  @Optional(
    'Seconds for which the first window found is held in the same step, to be confirmed by /confirm-reservation.',
    IsSeconds(INT32_MAX, 1),
  )
  hold?: WireAmount | null;

  @Optional('Traits that each provider which backs it must have.', Nested(() => RequiredTraits))
  traits?: RequiredTraits;
}

/** An auditor may look and not reserve. */
export function isHoldOfAuditor({ role }: Principal, { hold }: Pick<FindWindowsBody, 'hold'>): boolean {
  return role === 'auditor' && isGiven(hold);
}

/** For how many seconds to hold the first window; undefined: not at all. */
export function holdAsked({ hold }: FindWindowsBody): number | undefined {
  return isGiven(hold) ? readAmount(hold) : undefined;
}

/** @throws DomainError `invalid-request` */
export function windowsAsked(
  body: FindWindowsBody,
  classes: ReadonlyMap<ResourceClass, number>,
): WindowsAsked {
  const { capacity, containers } = body;
  if (capacity && containers)
    throw DomainError.invalidField(['containers'], 'and capacity must not both be given');
  const end = readEnd(body.window?.end);
  return {
    zoneId: body.zone ?? undefined,
    amounts: withoutZeros(readAmounts(capacity, classes)),
    containers: containers && containerRequests(containers, 'containers'),
    traits: changedTraits(undefined, traitsChange(body.traits)),
    duration: readAmount(required(body.duration, 'duration')),
    start: startOf(body.window?.start),
    end: Number.isFinite(end) ? end : undefined,
    limit: readAmount(body.limit ?? DEFAULT_LIMIT),
  };
}
