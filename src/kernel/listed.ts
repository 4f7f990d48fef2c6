import type { Instant } from './time-window.js';

export type ListOrder = 'asc' | 'desc';

/** The part of a list that is wanted, in the order of its key. */
export interface ListRange {
  /** Items at most. */
  readonly limit: number;
  readonly order: ListOrder;
  /** The key of the last item seen; absent: from the beginning. */
  readonly after?: string;
}

export interface Listed<R> {
  readonly rows: readonly R[];
  /** The key after which the list goes on; absent: there is no more. There may be more although `rows` are few. */
  readonly next?: string;
}

/** What is in force at some instant of it is wanted. Either edge may be open. */
export interface ListWindow {
  readonly from?: Instant;
  readonly to?: Instant;
}
