/**
 * Entries that move nothing: something about a reservation has changed that no amounts say. What it was follows from the states
 * of its row, one for each batch. Several such changes in one batch are in any order, as nobody can have seen one of them alone.
 */

/** The row of a reservation as the batch of an entry left it; undefined where the round was made up without rows. */
export function versionAfter({ zone }, { o: id, q: entered }) {
  return zone.versions.get(id)?.find(({ q }) => q >= entered);
}

/** Whether the entry that is reached is the last of its batch about a reservation which that batch has ended. */
export function isEnding(walk, id) {
  const version = versionAfter(walk, walk.cursor.here);
  if (version === undefined) return true;
  for (let further = 1, next; (next = walk.cursor.peek(further)); further++)
    if (next.o === id && next.m === 'reserved') return false;
  return version.ended;
}

/** A reservation is confirmed. A confirmation may be repeated, so which of several an entry stands for can be open. */
export function noted(walk, group, id, held) {
  const version = versionAfter(walk, walk.cursor.here);
  walk.cursor.at += 1;
  const left = walk.operations.notes(id).filter((one) => !walk.round.answers.has(one, 'whole'));
  const acknowledged = left.filter(({ outcome }) => outcome === 'ok');
  const unknown = left.filter(({ outcome }) => outcome === 'unknown');
  const [operation] = [...acknowledged.sort((a, b) => a.acknowledged - b.acknowledged), ...unknown];
  group.isNote = acknowledged.length + unknown.length > 1;
  walk.attribute(group, operation, 'a reservation that was confirmed');
  const isConfirmed = held.heldUntil !== undefined && (version?.held ?? null) === null;
  if (isConfirmed) walk.become(group, id, { ...held, heldUntil: undefined });
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
  // What leaves for another zone is decided there; here it takes no capacity.
  if (group.isOfTime || group.isDeparture) return;
  for (const id of walk.holds) {
    if (walk.reservations.get(id).heldUntil > group.recorded) continue;
    walk.complain('P2', `a hold outlived its time: ${id}`, group);
    walk.holds.delete(id);
  }
}
