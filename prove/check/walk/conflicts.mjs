import { isGain, same } from '../amounts.mjs';
import { total } from '../claims.mjs';
import { checkPlace, checkReleased } from './terms.mjs';

/** Effects of an operation on reservations that it does not name: they lose their claims. */

/**
 * After a forced decrease on a provider: while more is promised there than exists, a reservation releases its claims and is placed
 * elsewhere or goes into conflict. After that, the next entries are the effect of another operation, even in the same batch and on
 * the same reservation.
 */
export function displacements(walk, group, provider) {
  const { cursor, reservations } = walk;
  for (let next = cursor.peek(); next?.m === 'reserved'; next = cursor.peek()) {
    const held = reservations.get(next.o);
    if (held?.status !== 'admitted' || isGain(next.x) || !isOverdrawn(walk, held, provider)) return;
    const { released, placed } = placedAnew(cursor, next.o);
    becomePlaced(walk, group, next.o, { held, released, placed });
  }
}

/** What a reservation releases in the next entries, and the claims that it then gets if they are as much. */
export function placedAnew(cursor, id) {
  const released = cursor.gather(id, false);
  const mark = cursor.at;
  const placed = cursor.gather(id, true);
  if (same(total(placed), total(released))) return { released, placed };
  cursor.at = mark;
  return { released };
}

/** @param placed undefined: the reservation is in conflict. */
export function becomePlaced(walk, group, id, { held, released, placed }) {
  checkReleased(walk, group, held, released);
  const status = placed ? 'admitted' : 'conflict';
  const now = { ...held, status, held: placed ?? new Map() };
  checkPlace(walk, group, now);
  walk.become(group, id, now);
}

/** Whether a reservation has a claim on a provider that has promised more than exists, by all entries passed so far. */
function isOverdrawn(walk, { held, start, end }, provider) {
  const state = walk.figuresReached();
  const amounts = held.get(provider) ?? {};
  return Object.keys(amounts).some((name) => amounts[name] > 0 && state.room(provider, name, start, end) < 0);
}
