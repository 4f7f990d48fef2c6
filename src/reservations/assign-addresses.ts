import type { AddressRoom } from '../allocation/addresses/address-room.js';
import type { Demand } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import { offerFor } from '../allocation/placement/offer.js';
import type { PlacementOptions } from '../allocation/placement/placement.js';
import { notFreeText } from '../allocation/placement/shortage.js';
import { AddressesWanted } from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord } from '../kernel/message.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';
import type { AskedChange, Spelling } from './reservation.js';

/** Maximum addresses of a reservation: one statement stores them, and 40,000 took longer than it may. */
const MAX_ADDRESSES = 10_000;

/**
 * @param before what the reservation has: more than the maximum may be kept
 * @throws DomainError `invalid-request`
 */
export function checkAddresses(
  { amounts, spelling }: Pick<AskedChange, 'amounts' | 'spelling'>,
  before: ResourceAmounts = {},
): void {
  const { addresses = 0 } = amounts ?? {};
  if (addresses <= Math.max(MAX_ADDRESSES, before.addresses ?? 0)) return;
  throw tooManyAddresses(spelling, ` must not be more than ${MAX_ADDRESSES}`);
}

export function tooManyAddresses({ amounts }: Spelling, rule: string): DomainError {
  const message = [`${amounts}.`, classWord('addresses'), rule];
  return DomainError.about([amounts, 'addresses'], 'invalid', 'invalid-request', message);
}

/**
 * Assigns concrete addresses for what is left of a window, besides those that a reservation keeps. Enough may be free at every
 * instant although no single one is free throughout. An address never changes within a reservation, so that is a
 * conflict too. Call it before the reservation's entries are posted, because the offer would count them as taken.
 *
 * @throws AddressesWanted when the zone can take enough more; DomainError `addresses-exhausted`, `address-taken`
 */
export function assignAddresses(
  draft: Draft,
  id: string,
  demand: Demand,
  window: TimeWindow,
  options: PlacementOptions,
  keep: readonly string[] = [],
): readonly string[] {
  const count = demand.amounts.addresses ?? 0;
  if (count === 0 && keep.length === 0) return [];
  const addresses = draft.assignAddresses(id, count, window, keep);
  if (typeof addresses !== 'string') return addresses;
  const ahead = fromNow(window, draft.now);
  const room = draft.addressRoom(id, keep);
  const free = room.most(ahead, count);
  if (free >= count) throw new AddressesWanted(count);
  throw new DomainError(
    'conflict',
    addresses === 'too-few' ? 'addresses-exhausted' : 'address-taken',
    notFreeText('addresses', count, free),
    { offer: offerFor(draft.fold, demand, ahead, options, room) },
  );
}

/** The addresses that an offer must consider; undefined if the demand has none. */
export function addressRoom(
  draft: Draft,
  id: string,
  demand: Demand,
  keep: readonly string[] = [],
): AddressRoom | undefined {
  return (demand.amounts.addresses ?? 0) > 0 ? draft.addressRoom(id, keep) : undefined;
}
