import { isGain, isNothing, plus } from './amounts.mjs';
import { tagAsked, tagOf } from './tags.mjs';
import { hasAmounts, versionAfter } from './walk/notes.mjs';

/**
 * Moves between two zones, each with its own ledger. One database transaction releases the reservation in one zone and holds it
 * in the other. The checker matches the two parts by this transaction.
 */
export class Moves {
  /** Transaction and reservation → zone → the amounts held there. */
  #parts = new Map();
  #operations;
  /** Reservation, target zone and window → the moves that ask for them. */
  #ofWindow = new Map();
  /** Like `#parts`, for entries without amounts. */
  #notes = new Map();

  constructor(zones) {
    for (const zone of zones) for (const entry of zone.entries) this.#take(zone, entry);
    const moves = zones.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'move'));
    this.#operations = new Map(moves.map((move) => [keyOf(move.p), move]));
    for (const move of moves) {
      const key = windowOf(move.p);
      this.#ofWindow.set(key, [...(this.#ofWindow.get(key) ?? []), move]);
    }
  }

  #take(of, entry) {
    const { zone } = of;
    const { m, o, tx, s, t, x } = entry;
    if (m !== 'reserved') return;
    const key = `${tx} ${o}`;
    if (isNothing(x)) {
      const notes = this.#notes.get(key) ?? new Map();
      this.#notes.set(key, notes.set(zone, { s, t, version: versionAfter({ zone: of }, entry) }));
      return;
    }
    const parts = this.#parts.get(key) ?? new Map();
    this.#parts.set(key, parts);
    const part = parts.get(zone) ?? { amounts: {} };
    parts.set(zone, isGain(x) ? { amounts: plus(part.amounts, x), start: s } : part);
  }

  /** The move for which an entry releases a reservation in a zone; undefined: none. */
  departure(zone, { o: id, tx }) {
    for (const [to, { amounts, start }] of this.#parts.get(`${tx} ${id}`) ?? []) {
      if (to !== zone && start !== undefined)
        return this.#operations.get(`${id} ${to} ${tagOf(amounts, start)}`);
    }
    return this.#departureOfWaiting(zone, id, this.#notes.get(`${tx} ${id}`) ?? []);
  }

  /**
   * A waiting reservation has entries without amounts in both zones. In the target zone it has the window and the amounts of the
   * move.
   */
  #departureOfWaiting(zone, id, notes) {
    for (const [to, { s, t, version }] of notes) {
      const moves = to === zone ? [] : (this.#ofWindow.get(`${id} ${to} ${s}-${t}`) ?? []);
      const move = moves.find(({ p }) => hasAmounts(version, p));
      if (move) return move;
    }
    return undefined;
  }

  /** P2: a reservation that arrives in a zone was released in the old one. If it had elements, the move states them anew. */
  problems(walks) {
    const states = walks.flatMap(({ zone, reservations }) =>
      [...reservations.values()].flatMap(({ history }) =>
        history.map((state) => ({ zone: zone.zone, ...state })),
      ),
    );
    const left = new Map(
      states.filter(({ status }) => status === 'moved').map((state) => [state.movedBy, state]),
    );
    const arrived = new Map(
      states.filter(({ hasArrived, movedBy }) => hasArrived && movedBy).map((one) => [one.movedBy, one]),
    );
    return [...arrived]
      .map(([move, { zone }]) => ({ zone, move, text: problemOf(move, left.get(move)) }))
      .filter(({ text }) => text !== undefined)
      .map(({ zone, move, text }) => ({ property: 'P2', zone, text, operations: [move] }));
  }
}

function keyOf(asked) {
  return `${asked.id} ${asked.to} ${tagAsked(asked)}`;
}

function windowOf({ id, to, start, end }) {
  return `${id} ${to} ${start}-${end ?? Infinity}`;
}

function problemOf({ p }, left) {
  if (!left) return 'a reservation was moved and not given up where it was';
  const isTied = p.elements === undefined && left.elements.length > 0;
  return isTied ? 'a reservation was moved away from its elements' : undefined;
}
