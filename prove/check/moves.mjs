import { total } from './claims.mjs';
import { Cursor } from './cursor.mjs';

/**
 * Moves between two zones, each with a ledger of its own. A move carries an amount that no other request carries, so
 * where it arrived is told by the ledger there. Where it left is told by counting: the first time a reservation leaves a
 * zone, it is for its first arrival in the other, and so on.
 */
export class Moves {
  /** Zone → reservation → the moves that brought it there, in their order. */
  #arrivals = new Map();

  constructor(zones) {
    for (const zone of zones) {
      const moves = zone.operations.filter(({ kind, p }) => kind === 'move' && p.to === zone.zone);
      if (moves.length > 0) this.#arrivals.set(zone.zone, arrivalsIn(zone, moves));
    }
  }

  arrivalsIn(zone, id) {
    return this.#arrivals.get(zone)?.get(id) ?? [];
  }

  /** The move for which a reservation left a zone when it had left it so many times before; undefined: it did not. */
  departure(zone, id, times) {
    for (const [other, arrivals] of this.#arrivals) {
      const move = other === zone ? undefined : arrivals.get(id)?.[times];
      if (move) return move;
    }
    return undefined;
  }

  /** P2: whatever has arrived somewhere has been given up where it was, and what it was tied to there is not passed over. */
  problems(walks) {
    const left = new Map();
    for (const walk of walks)
      for (const { history } of walk.reservations.values())
        for (const state of history) if (state.status === 'moved') left.set(state.movedBy, state);
    const all = [...this.#arrivals].flatMap(([zone, arrivals]) =>
      [...arrivals.values()].flat().map((move) => ({ zone, move, text: problemOf(move, left.get(move)) })),
    );
    return all
      .filter(({ text }) => text !== undefined)
      .map(({ zone, move, text }) => ({ property: 'P2', zone, text, operations: [move] }));
  }
}

function problemOf({ p }, left) {
  if (!left) return 'a reservation was moved and not given up where it was';
  const isTied = p.elements === undefined && left.elements.length > 0;
  return isTied ? 'a reservation was moved away from its elements' : undefined;
}

/** A move that finds its reservation there already changes it, and brings nothing. */
function arrivalsIn(zone, moves) {
  const byTag = new Map(moves.map((move) => [`${move.p.id} ${move.p.tag}`, move]));
  const arrivals = new Map();
  const residents = new Set();
  const cursor = new Cursor(zone.entries);
  while (!cursor.isAtEnd) {
    cursor.begin();
    const { o: id } = cursor.here;
    const from = cursor.at;
    cursor.gather(id, false);
    const placed = cursor.gather(id, true);
    if (placed.size > 0) {
      const move = byTag.get(`${id} ${total(placed)[zone.ledger]}`);
      if (move && !residents.has(id)) arrivals.set(id, [...(arrivals.get(id) ?? []), move]);
      residents.add(id);
    } else if (cursor.at > from) residents.delete(id);
    else cursor.at += 1;
  }
  return arrivals;
}
