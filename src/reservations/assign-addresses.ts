import type { AddressRoom } from '../allocation/address-room.js';
import type { Demand } from '../allocation/demand.js';
import type { Draft } from '../allocation/draft.js';
import { offerFor } from '../allocation/offer.js';
import type { PlacementOptions } from '../allocation/placement.js';
import { AddressesWanted } from '../allocation/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { classWord } from '../kernel/message.js';
import { fromNow, type TimeWindow } from '../kernel/time-window.js';

/**
 * Concrete addresses for the whole window, beside those a reservation keeps. Enough may be free at every instant and
 * still no single one throughout; as an address never changes hands within a reservation, that is a conflict too.
 * To be called while what the reservation will hold is not posted: the offer would count it as taken.
 *
 * @throws AddressesWanted when the zone can be given enough more; DomainError `addresses-exhausted`, `address-taken`
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
  const room = draft.addressRoom(id, keep);
  const free = room.most(window, count);
  if (free >= count) throw new AddressesWanted(count);
  throw new DomainError(
    'conflict',
    addresses === 'too-few' ? 'addresses-exhausted' : 'address-taken',
    [
      'requested ',
      classWord('addresses'),
      `=${count} exceeds available ${free} that are free throughout the window`,
    ],
    { offer: offerFor(draft.fold, demand, fromNow(window, draft.now), options, room) },
  );
}

/** What concrete addresses an offer has to look at; undefined where none are asked for. */
export function addressRoom(
  draft: Draft,
  id: string,
  demand: Demand,
  keep: readonly string[] = [],
): AddressRoom | undefined {
  return (demand.amounts.addresses ?? 0) > 0 ? draft.addressRoom(id, keep) : undefined;
}
