import { referencedId } from '../../kernel/identifiers.js';

/** Which reservations of a draft name an element. A reservation may name a thousand, and a series has hundreds of reservations. */
export class Namers {
  private readonly ids = new Map<string, Set<string>>();

  /** The ids of the reservations that name an element, by its bare id. */
  of(elementId: string): Iterable<string> {
    return this.ids.get(elementId) ?? [];
  }

  /** Replaces the elements of a reservation. Returns an undo function. */
  replace(reservationId: string, before: readonly string[], after: readonly string[]): () => void {
    if (before === after) return () => undefined;
    const replace = (removed: readonly string[], added: readonly string[]): void => {
      for (const element of removed) this.ids.get(referencedId(element))?.delete(reservationId);
      for (const element of added) {
        const namers = this.ids.get(referencedId(element));
        if (namers) namers.add(reservationId);
        else this.ids.set(referencedId(element), new Set([reservationId]));
      }
    };
    replace(before, after);
    return () => replace(after, before);
  }
}
