import type { Instant } from './time-window.js';

export type ListOrder = 'asc' | 'desc';

/** A page of a list, in the order of its key. */
export interface ListRange {
  /** Maximum number of items. */
  readonly limit: number;
  readonly order: ListOrder;
  /** Cursor: the key of the last item of the previous page; absent for the first page. */
  readonly after?: string;
}

export interface Listed<R> {
  readonly rows: readonly R[];
  /**
   * Cursor of the next page; absent on the last page. There may be a next page even if `rows` has fewer items than the
   * limit.
   */
  readonly next?: string;
}

/** Selects items in force at some instant of a window. Either edge may be open. */
export interface ListWindow {
  readonly from?: Instant;
  readonly to?: Instant;
}
