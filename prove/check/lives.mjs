/** Each reservation's life: where it was made, what has happened to it, and the kinds of the zones it was in. */
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

/** What happened in a zone, cut where the reservation went to another. */
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

/** One stay after the other: each ends with the move that the next begins with. */
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
