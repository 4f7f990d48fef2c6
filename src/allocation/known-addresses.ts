import type { EntityManager } from 'typeorm';
import type { Instant } from '../kernel/time-window.js';
import { readAddressBook } from './address-book-reader.js';
import type { AddressBook } from './address-book.js';

/** The book as it is at a head of the ledger, with everything held from an instant on. */
interface Known {
  readonly head: number;
  readonly since: Instant;
  readonly book: AddressBook;
}

/** A zone's address book, read when it is wanted and kept while the ledger goes on without changing it. */
export class KnownAddresses {
  private known?: Known;

  constructor(
    private readonly zoneId: string,
    /** Where the zone gets addresses from when it runs out. */
    private readonly publicIpRanges: readonly string[],
  ) {}

  /** The book at a head, with all that is held from an instant on. */
  async book(db: EntityManager, head: number, since: Instant): Promise<AddressBook> {
    if (!this.known || this.known.head !== head || this.known.since > since) {
      const book = await readAddressBook(db, this.zoneId, since, this.publicIpRanges);
      this.known = { head, since, book };
    }
    return this.known.book;
  }

  /** The ledger has gone on; what was decided there is in the book already. */
  moveOn(from: number, to: number): void {
    this.known = this.known?.head === from ? { ...this.known, head: to } : undefined;
  }

  forgetBefore(instant: Instant): void {
    if (!this.known) return;
    this.known.book.forgetBefore(instant);
    this.known = { ...this.known, since: instant };
  }

  /** The next one who wants it reads it anew. */
  forget(): void {
    this.known = undefined;
  }
}
