import type { AddressRoom } from '../allocation/addresses/address-room.js';
import type { Demand } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import { offerFor } from '../allocation/placement/offer.js';
import type { PlacementOptions } from '../allocation/placement/placement.js';
import { notFreeText } from '../allocation/placement/shortage.js';
import { AddressesWanted } from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';

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
