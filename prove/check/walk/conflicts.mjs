import { isGain, same } from '../amounts.mjs';
import { total } from '../claims.mjs';
import { checkPlace, checkReleased } from './terms.mjs';

/** What follows from an operation for reservations nobody has named: they lose what they hold. */

/**
 * After a forced decrease: as long as more is promised than there is, what is held is given up, and held elsewhere or not
 * at all. Once it is not, whatever follows is somebody else's effect, be it in the same batch and on the same reservation.
 */
export function displacements(walk, group) {
  const { cursor, reservations } = walk;
  for (let next = cursor.peek(); next?.m === 'reserved'; next = cursor.peek()) {
    const held = reservations.get(next.o);
    if (held?.status !== 'admitted' || isGain(next.x) || !isOverdrawn(walk, held)) return;
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

/** Whether a reservation holds of something that is promised beyond what there is, by all entries passed so far. */
function isOverdrawn(walk, { held, start, end }) {
  const state = walk.figuresReached();
  return [...held].some(([provider, amounts]) =>
    Object.keys(amounts).some((name) => state.room(provider, name, start, end) < 0),
  );
}
