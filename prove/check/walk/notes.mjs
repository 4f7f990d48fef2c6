/**
 * Notes: entries without amounts, for changes of a reservation that no amounts show. The versions of its row, one per batch, show
 * the change. Several notes in one batch have no fixed order, because no client can see one of them alone.
 */

/** The row of a reservation as the batch of an entry left it; undefined in synthetic rounds without rows. */
export function versionAfter({ zone }, { o: id, q: entered }) {
  return zone.versions.get(id)?.find(({ q }) => q >= entered);
}

/** Whether a row has the amounts that a change asked for. Without rows, true. */
export function hasAmounts({ x } = {}, { amounts }) {
  return x === undefined || Object.keys(amounts).every((name) => (x[name] ?? 0) === amounts[name]);
}

/** Whether the current entry is the last of its batch for a reservation that the batch has ended. Without rows, true. */
export function isEnding(walk, id) {
  const version = versionAfter(walk, walk.cursor.here);
  return version === undefined || (isLastOfBatch(walk, id) && version.ended);
}

/** Whether the current entry is the last of its batch for a reservation. */
export function isLastOfBatch({ cursor }, id) {
  for (let further = 1, next; (next = cursor.peek(further)); further++)
    if (next.o === id && next.m === 'reserved') return false;
  return true;
}

/**
 * A reservation is confirmed or labelled. Its row has the last labels of the batch. The requests behind several other notes may
 * stay open.
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

/** The requests that were not refused and whose labels are in no version of the row. */
function othersOf({ zone }, id, left) {
  const seen = new Set(zone.versions.get(id)?.map(({ labels }) => labels?.mark));
  const others = left.filter((one) => markOf(one) === undefined || !seen.has(markOf(one)));
  return others.filter(({ outcome }) => outcome !== 'refused');
}

/** P2: the row has the end of the hold as requested, counted from the creation. */
export function checkHold(walk, group, entry, { heldUntil }) {
  const version = versionAfter(walk, entry);
  // A reservation that was confirmed in the same batch is not held any more.
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
