import { Clearable, Omittable, Optional } from '../../http/wire/wire-members.js';
import { IsClearable, IsText, Nested, NestedList } from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { maskedAddress } from '../../kernel/masked-address.js';
import type { Subscription, SubscriptionChange } from '../subscription.js';
import {
  IsCallbackToken,
  IsCallbackUri,
  ThresholdMember,
  thresholdOf,
  WatchedReservation,
  watchedIds,
} from './northbound.dto.js';
import { subscriptionDetails } from './subscription-answers.js';

const Unchanged = (check: PropertyDecorator) => Optional('As it is: it cannot be changed.', check);

/** Body of PATCH /subscriptions/{id}. Absent members stay as they are; null removes an address, a token or a threshold. */
export class ChangeSubscriptionBody {
  @IsClearable() @IsCallbackUri() callbackUri?: string | null;
  @IsClearable() @IsCallbackToken() callbackToken?: string | null;

  @Clearable(
    'Of a subscription to capacity; null: a notification at every change.',
    Nested(() => ThresholdMember),
  )
  threshold?: ThresholdMember | null;

  @Omittable(
    'Of a subscription to reservations: those to watch; an empty list: all.',
    NestedList(() => WatchedReservation),
  )
  inputFilter?: WatchedReservation[];

  @Unchanged(IsText(255)) zoneId?: string | null;
  @Unchanged(IsText()) computeResourceTypeId?: string | null;
  @Unchanged(IsText()) networkResourceTypeId?: string | null;
  @Unchanged(IsText()) storageResourceTypeId?: string | null;
}

/** Members of a subscription's scope. A client may send them unchanged. */
const FIXED = ['zoneId', 'computeResourceTypeId', 'networkResourceTypeId', 'storageResourceTypeId'] as const;

/** @throws DomainError `invalid-request` for a member that subscriptions of this sort don't have, or that can't be changed */
export function subscriptionChangeOf(
  body: ChangeSubscriptionBody,
  subscription: Subscription,
): SubscriptionChange {
  const { callbackToken, threshold, inputFilter } = body;
  const callbackUri = newAddress(body, subscription);
  checkFixed(body, subscription);
  const isReservation = subscription.kind === 'reservation';
  if (isReservation && threshold !== undefined) throw notOfThisSort('threshold', 'capacity');
  if (!isReservation && inputFilter !== undefined) throw notOfThisSort('inputFilter', 'reservations');
  const settings = {
    ...(callbackUri === undefined ? {} : { callbackUri: callbackUri ?? undefined }),
    ...(threshold === undefined ? {} : { threshold: threshold ? thresholdOf(threshold) : undefined }),
    ...(inputFilter === undefined ? {} : { reservationIds: watchedIds(inputFilter) }),
  };
  return { settings, callbackToken };
}

/** Undefined if a client sends the address unchanged, also in the form in which it reads it. */
function newAddress({ callbackUri }: ChangeSubscriptionBody, { callbackUri: before }: Subscription) {
  return before !== undefined && callbackUri === maskedAddress(before) ? undefined : callbackUri;
}

function checkFixed(body: ChangeSubscriptionBody, subscription: Subscription): void {
  const known: Partial<Record<string, unknown>> = { ...subscriptionDetails(subscription) };
  const other = FIXED.find((name) => body[name] !== undefined && (body[name] ?? undefined) !== known[name]);
  if (other) throw DomainError.invalidField([other], 'cannot be changed: subscribe anew');
}

function notOfThisSort(member: string, what: string): DomainError {
  return DomainError.invalidField([member], `belongs to subscriptions to ${what}`);
}
