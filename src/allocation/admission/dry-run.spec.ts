import { foldOf } from '../../../test/support/folds.js';
import { AddressBook } from '../addresses/address-book.js';
import { Draft } from './draft.js';
import { withBlocks } from './dry-run.js';
import { NO_ROWS } from './loaded-rows.js';

describe('a dry run as if the zone had taken blocks of addresses', () => {
  const addresses = { decide: ({ zoneAddresses: { own, spare } }: Draft) => [own, spare] };
  const draftOf = () => new Draft(foldOf([]), 0, NO_ROWS, new AddressBook([], [], 600));

  it('leaves fewer addresses that the zone can still get, and never less than none', () => {
    const blocks = ['192.0.2.0/24', '198.51.100.0/24'];
    expect(withBlocks(addresses, []).decide(draftOf())).toEqual([0, 600]);
    expect(withBlocks(addresses, blocks).decide(draftOf())).toEqual([508, 92]);
    expect(withBlocks(addresses, [...blocks, '203.0.113.0/24']).decide(draftOf())).toEqual([762, 0]);
  });
});
