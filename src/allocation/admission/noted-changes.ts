import type { NotedChange, ReservationChange } from './reservation-change.js';

/**
 * The changes that a draft notes, in order. Several changes of a reservation by one decision are one change: a reservation
 * that is displaced, and fits again once others are displaced, has not been in conflict.
 */
export class NotedChanges {
  readonly all: NotedChange[] = [];
  /** The place among `all` of each reservation that the present decision has changed. */
  private places = new Map<string, number>();

  /** @returns goes on with the decision before */
  beginDecision(): () => void {
    const before = this.places;
    this.places = new Map();
    return () => {
      this.places = before;
    };
  }

  /** @returns takes it back */
  add(noted: NotedChange): () => void {
    const { id, change } = noted;
    const { places } = this;
    const place = places.get(id);
    if (change && place !== undefined) return this.join(place, change);
    if (change) places.set(id, this.all.length);
    this.all.push(noted);
    return () => {
      this.all.pop();
      places.delete(id);
    };
  }

  private join(place: number, { after }: ReservationChange): () => void {
    const first = this.all[place];
    this.all[place] = { ...first, change: first.change && { ...first.change, after } };
    return () => {
      this.all[place] = first;
    };
  }
}
