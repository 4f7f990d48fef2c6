/**
 * Entries that move nothing: something about a reservation has changed that no amounts say. What it was follows from the states
 * of its row, one for each batch. Several such changes in one batch are in any order, as nobody can have seen one of them alone.
 */

/** The row of a reservation as the batch of an entry left it; undefined where the round was made up without rows. */
export function versionAfter({ zone }, { o: id, q: entered }) {
  return zone.versions.get(id)?.find(({ q }) => q >= entered);
}

/** Whether a row has the amounts that a change asked for. Where there are no rows it may have. */
export function hasAmounts({ x } = {}, { amounts }) {
  return x === undefined || Object.keys(amounts).every((name) => (x[name] ?? 0) === amounts[name]);
}

/** Whether the entry that is reached is the last of its batch about a reservation which that batch has ended. */
export function isEnding(walk, id) {
  const version = versionAfter(walk, walk.cursor.here);
  return version === undefined || (isLastOfBatch(walk, id) && version.ended);
}

/** Whether nothing more about a reservation follows the entry that is reached in its batch. */
export function isLastOfBatch({ cursor }, id) {
  for (let further = 1, next; (next = cursor.peek(further)); further++)
    if (next.o === id && next.m === 'reserved') return false;
  return true;
}

/**
 * A reservation is confirmed, or given other labels. Its row has the labels that the batch gave it last; of several other notes it can
 * be open which request each stands for.
 */
export function noted(walk, group, id, held) {
  const { here } = walk.cursor;
  const version = versionAfter(walk, here);
  walk.cursor.at += 1;
  const left = walk.operations.notes(id).filter(walk.mayBeOf(here, 'whole'));
  const mark = version?.labels?.mark;
  const labelled =
    mark === held.labels?.mark ? undefined : left.find((one) => mark !== undefined && markOf(one) === mark);
  const others = othersOf(walk, id, left);
  group.isOpen = !labelled && others.length > 1;
  if (group.isOpen) walk.round.openNotes.add(walk, group, others);
  else walk.attribute(group, labelled ?? others[0], 'a reservation that was confirmed, or labelled');
  const heldUntil = (version?.held ?? null) === null ? undefined : held.heldUntil;
  walk.become(group, id, { ...held, heldUntil, labels: version?.labels ?? undefined });
}

function markOf({ p }) {
  return p.labels?.mark;
}

/** Those that were not refused, and whose labels no row has had. */
function othersOf({ zone }, id, left) {
  const seen = new Set(zone.versions.get(id)?.map(({ labels }) => labels?.mark));
  const others = left.filter((one) => markOf(one) === undefined || !seen.has(markOf(one)));
  return others.filter(({ outcome }) => outcome !== 'refused');
}

/** Its row says until when it is held: as long as was asked for, from its creation. */
export function checkHold(walk, group, entry, { heldUntil }) {
  const version = versionAfter(walk, entry);
  // What was confirmed in the same batch is not held any more.
  if (version === undefined || version.held === null) return;
  if (version.held !== heldUntil) walk.complain('P2', 'a reservation is held otherwise than asked', group);
}

/** P2: a hold that is over is released before anything else is decided. */
export function checkHoldsOver(walk, group) {
  if (group.isOfTime) return;
  for (const id of walk.holds) {
    if (walk.reservations.get(id).heldUntil > group.recorded) continue;
    walk.complain('P2', `a hold outlived its time: ${id}`, group);
    walk.holds.delete(id);
  }
}
