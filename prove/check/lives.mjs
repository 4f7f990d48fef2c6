/** Reservation → the zone it was made in, its history over all zones, and the kinds of these zones. */
export function livesOf(walks) {
  const stays = new Map();
  for (const { zone, reservations } of walks) {
    for (const [id, { history }] of reservations) {
      const all = stays.get(id) ?? [];
      stays.set(id, all);
      for (const part of staysIn(history)) all.push({ zone, part });
    }
  }
  return new Map(
    [...stays].map(([id, all]) => {
      const zones = new Set(all.map(({ zone }) => zone.kind));
      return [id, { ...(all.length > 1 ? joined(all) : lifeOf(all)), zones }];
    }),
  );
}

/** Splits a history in one zone into stays. A move to another zone ends a stay. */
function staysIn(history) {
  const stays = [[]];
  for (const state of history) {
    stays.at(-1).push(state);
    if (state.status === 'moved') stays.push([]);
  }
  return stays.filter(({ length }) => length > 0);
}

function lifeOf([{ zone, part }]) {
  return { zone, history: part };
}

/** Joins stays into one history: each ends with the move that begins the next. */
function joined(stays) {
  const left = new Set(stays);
  let next = stays.find(({ part }) => part[0].movedBy === undefined) ?? stays[0];
  const { zone } = next;
  const history = [];
  while (next) {
    left.delete(next);
    history.push(...next.part);
    const move = leaving(next);
    next = move && [...left].find(({ part }) => part[0].movedBy === move);
    if (next) history.pop();
  }
  return { zone, history };
}

function leaving({ part }) {
  const last = part.at(-1);
  return last.status === 'moved' ? last.movedBy : undefined;
}
