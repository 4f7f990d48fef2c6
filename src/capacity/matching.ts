import type { Instant, TimeWindow } from '../kernel/time-window.js';
import type { WindowedCollection } from './collections-in-window.repository.js';

/**
 * The matching collections of a zone, read part by part. All of them count in its figures; only those of the page are
 * kept whole, because a zone may have a million.
 */
export class Matching {
  readonly listed: WindowedCollection[] = [];
  /** Of all of them, where the figures are to be of these alone. */
  readonly ids = new Set<string>();
  readonly reservationIds: string[] = [];
  /** Start and end by turns. */
  private readonly edges: Instant[] = [];

  /**
   * @param isListed whether a collection belongs to the page
   * @param mostListed the longest `listed`
   * @param keepsIds whether `ids` and `reservationIds` are wanted
   */
  constructor(
    private readonly isListed: (collection: WindowedCollection) => boolean,
    private readonly mostListed: number,
    private readonly keepsIds: boolean,
  ) {}

  add(collection: WindowedCollection): void {
    const { id, kind, window } = collection;
    this.edges.push(window.start, window.end);
    if (this.keepsIds) {
      this.ids.add(id);
      if (kind === 'ResourceReservation') this.reservationIds.push(id);
    }
    if (this.listed.length < this.mostListed && this.isListed(collection)) this.listed.push(collection);
  }

  *windows(): Generator<TimeWindow, void> {
    for (let i = 0; i < this.edges.length; i += 2) yield { start: this.edges[i], end: this.edges[i + 1] };
  }
}
