import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { instantFromJson } from '../../database/entity-columns.js';
import type { Instant } from '../../kernel/time-window.js';
import { AddressBook, type AddressAssignment } from './address-book.js';
import { spareAddresses, takenOf } from './spare-addresses.js';

/** $1 zone, $2 since, $3 configured ranges */
export const ADDRESS_BOOK = `
select array(select range::text from address_ranges where zone_id = $1) as ranges,
       exists (select from address_ranges where zone_id = $1 and origin = 'pool') as named,
       ${takenOf('$3')} as taken,
       (select coalesce(json_agg(json_build_object(
                 'reservation_id', reservation_id, 'address', host(address),
                 'starts_at', starts_at, 'ends_at', ends_at)), '[]')
          from address_assignments where zone_id = $1 and ends_at > $2) as assignments`;

/**
 * Reads the zone's ranges, the assignments that end after an instant, and the number of addresses of the configured
 * ranges that the zone could still get: 0 if its operator has named its addresses.
 */
export async function readAddressBook(
  db: EntityManager,
  zoneId: string,
  since: Instant,
  configured: readonly string[],
): Promise<AddressBook> {
  const [row] = await db.query<AddressRow[]>(ADDRESS_BOOK, [zoneId, timestamp(since), configured]);
  const spare = row.named ? 0 : spareAddresses(configured, row.taken);
  return new AddressBook(row.ranges, row.assignments.map(assignmentOf), spare);
}

/** The number of addresses of the configured ranges that zones without named ranges could still get. */
export async function readSpare(db: EntityManager, configured: readonly string[]): Promise<number> {
  const [{ taken }] = await db.query<{ taken: string[] }[]>(`select ${takenOf('$1')} as taken`, [configured]);
  return spareAddresses(configured, taken);
}

interface AddressRow {
  readonly ranges: readonly string[];
  readonly named: boolean;
  /** Parts of the configured ranges that zones have taken. */
  readonly taken: readonly string[];
  readonly assignments: readonly StoredAssignment[];
}

interface StoredAssignment {
  readonly reservation_id: string;
  readonly address: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

function assignmentOf(row: StoredAssignment): AddressAssignment {
  const window = { start: instantFromJson(row.starts_at), end: instantFromJson(row.ends_at) };
  return { reservationId: row.reservation_id, address: row.address, window };
}
