import { isGain } from '../amounts.mjs';
import { occurrencesOf } from '../occurrences.mjs';

/** Series: all occurrences are held in one append, in their order, or none. */

/** The windows of the series that an operation creates; undefined: it creates none. */
export function seriesOf(operation) {
  return operation?.p.repeat && occurrencesOf(operation.p);
}

/**
 * Enters the occurrences of a series in their order.
 *
 * @param made enters a new occurrence with its requested window
 */
export function seriesEntered(walk, group, operation, { windows, made }) {
  windows.forEach((window, index) => {
    const entry = walk.cursor.peek();
    const isNext = entry?.m === 'reserved' && isGain(entry.x) && !walk.reservations.has(entry.o);
    if (!isNext) return walk.complain('P2', 'a series was admitted in part', group);
    const { ids, outcome } = operation;
    if (outcome === 'ok' && ids[index] !== entry.o)
      walk.complain('P2', 'an occurrence of a series has another id than was answered', group);
    return made(entry, window);
  });
}

/** Records which effects of a request for a whole series are in which batch. */
export class SeriesEffects {
  #parts = new Map();

  note(operation, id, batch) {
    const parts = this.#parts.get(operation) ?? new Map();
    this.#parts.set(operation, parts.set(id, batch));
  }

  /** P2: an acknowledged request has changed all occurrences that its answer names, in one batch. */
  problems(operations) {
    return operations
      .filter(({ kind, outcome }) => KINDS.has(kind) && outcome === 'ok')
      .filter((operation) => !this.#isWhole(operation))
      .map((operation) => {
        const text = `${operation.kind} was acknowledged and was done in part, or in several steps`;
        return { property: 'P2', zone: operation.p.zone, text, operations: [operation] };
      });
  }

  #isWhole(operation) {
    const parts = this.#parts.get(operation) ?? new Map();
    const { concerned = [] } = operation;
    return (
      concerned.length > 0 && new Set(parts.values()).size === 1 && concerned.every((id) => parts.has(id))
    );
  }
}

const KINDS = new Set(['update-series', 'cancel-series']);
