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
    const released = cursor.gather(next.o, false);
    checkReleased(walk, group, held, released);
    const mark = cursor.at;
    const placed = cursor.gather(next.o, true);
    const isReplaced = same(total(placed), total(released));
    if (!isReplaced) cursor.at = mark;
    const status = isReplaced ? 'admitted' : 'conflict';
    const now = { ...held, status, held: isReplaced ? placed : new Map() };
    checkPlace(walk, group, now);
    walk.become(group, next.o, now);
  }
}

/** Whether a reservation has a claim on a provider that has promised more than exists, by all entries passed so far. */
function isOverdrawn(walk, { held, start, end }, provider) {
  const state = walk.figuresReached();
  const amounts = held.get(provider) ?? {};
  return Object.keys(amounts).some((name) => amounts[name] > 0 && state.room(provider, name, start, end) < 0);
}
