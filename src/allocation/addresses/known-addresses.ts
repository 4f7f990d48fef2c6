import type { EntityManager } from 'typeorm';
import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { readAddressBook, readSpare } from './address-book-reader.js';
import type { AddressBook, AddressView } from './address-book.js';

/** The book at a head of the ledger, with every assignment that ends after an instant. */
interface Known {
  readonly head: number;
  readonly since: Instant;
  readonly book: AddressBook;
}

/** Cache of a zone's address book: read on first use, and valid while the ledger moves on without changing it. */
export class KnownAddresses {
  private known?: Known;
  private latest?: AddressBook;
  private timesForgotten = 0;

  constructor(
    private readonly zoneId: string,
    /** The configured ranges from which a zone is extended. */
    private readonly publicIpRanges: readonly string[],
  ) {}

  /** The book at a head, with every assignment that ends after an instant. */
  async book(db: EntityManager, head: number, since: Instant): Promise<AddressBook> {
    const { known } = this;
    if (!known || known.head !== head || known.since > since || (await this.isOutdated(db, known))) {
      const { timesForgotten } = this;
      const book = await readAddressBook(db, this.zoneId, since, this.publicIpRanges);
      this.latest = book;
      // A book that was invalidated while it was read may lack the reason.
      if (timesForgotten === this.timesForgotten) this.known = { head, since, book };
      return book;
    }
    return known.book;
  }

  /** Any zone and any process may have taken a spare block. None is given back, so without any there are none later. */
  private async isOutdated(db: EntityManager, { book }: Known): Promise<boolean> {
    return book.spare > 0 && book.spare !== (await readSpare(db, this.publicIpRanges));
  }

  /** The book as last read, possibly stale. */
  get lastSeen(): AddressView | undefined {
    return this.latest;
  }

  /** Notes that the ledger has moved on by a draft whose assignments the book already has. */
  moveOn(from: number, to: number): void {
    this.known = this.known?.head === from ? { ...this.known, head: to } : undefined;
  }

  /** The first instant after `after` at which the passage of time frees addresses; undefined if the book at this head is not known. */
  nextChange(head: number, after: Instant): Instant | undefined {
    if (this.known?.head !== head) return undefined;
    const { held, begun } = this.known.book.overTime;
    return Math.min(held.nextChange(after) ?? FOREVER, begun.nextChange(after) ?? FOREVER);
  }

  forgetBefore(instant: Instant): void {
    if (!this.known) return;
    this.known.book.forgetBefore(instant);
    // A book read at a zone's time may begin later: that may be ahead of this process's clock.
    this.known = { ...this.known, since: Math.max(this.known.since, instant) };
  }

  /** Invalidates the book: the next use reads it again. */
  forget(): void {
    this.timesForgotten += 1;
    this.known = undefined;
  }
}
