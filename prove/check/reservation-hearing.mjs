import { heardOn } from './capacity-hearing.mjs';
import { happenedTo, isLookedAt, saysSo } from './hearing.mjs';
import { livesOf } from './lives.mjs';

/**
 * P6 for reservation subscriptions that are made and ended while the clients work. A subscriber receives the changes of each
 * reservation from some moment between the call and the return, until the round or the subscription ends. One of a tenant receives
 * those of the tenant's reservations.
 */
export function reservationHearingProblems({ walks, orders, tenants }, subscriptions, channels, count) {
  const all = livesOf(walks);
  const lives = [...all].filter(([, { zones }]) => !zones.has('brief'));
  return subscriptions.flatMap((subscription) => {
    const { p, change } = subscription;
    const heard = byReservation(heardOn(channels, subscription));
    const filters = change?.p.ids === undefined ? [p.ids] : [p.ids, change.p.ids];
    const isWatched = (id) =>
      filters.some((ids) => ids.length === 0 || ids.includes(id)) &&
      (p.tenant === undefined || tenants.of(id) === p.tenant);
    const problem = (zone, text) => ({ property: 'P6', zone, text, operations: [subscription] });
    const others = [...heard.keys()].filter((id) => all.has(id) && !isWatched(id));
    const foreign = others.map((id) =>
      problem(
        p.zone ?? 'all',
        `on ${p.channel} the subscriber heard of reservation ${id}, which it does not watch`,
      ),
    );
    const watched = lives.filter(([id]) => isWatched(id));
    const wrongs = watched.flatMap(([id, life]) => {
      const told = [...(heard.get(id)?.values() ?? [])].filter((one) => isLookedAt(life, one));
      count('changes told to subscriptions of the round', told.length);
      const text = wrong(orders, subscription, { id, ...life }, told);
      if (!text) return [];
      return [problem(life.zone.zone, `of reservation ${id} on ${p.channel} the subscriber ${text}`)];
    });
    return [...foreign, ...wrongs];
  });
}

/** Each id once, in order of first receipt. */
function byReservation(heard) {
  const all = new Map();
  for (const one of heard) {
    const own = all.get(one.r) ?? new Map();
    all.set(one.r, own);
    if (!own.has(one.id)) own.set(one.id, one);
  }
  return all;
}

function wrong(orders, { p, called, acknowledged, change, ends }, life, told) {
  const all = happenedTo(life);
  const happened = ends ? all.slice(0, placesIn(all, orders, ends).most) : all;
  const { least, most } = placesIn(happened, orders, { called, acknowledged });
  // Notifications that are pending when the filter changes are sent by the new filter.
  const isOther = change?.p.ids !== undefined;
  const last = isOther ? placesIn(happened, orders, change).most : happened.length;
  for (let from = least; from <= most; from++) {
    for (let cut = isOther ? from : happened.length; cut <= Math.max(last, from); cut++) {
      const before = watchedOf(happened.slice(from, cut), life.id, p.ids);
      const expected = [...before, ...watchedOf(happened.slice(cut), life.id, change?.p.ids ?? p.ids)];
      const isSame = told.every((heard, index) => expected[index] && saysSo(heard, expected[index]));
      if (isSame && (ends || told.length === expected.length)) return undefined;
    }
  }
  const types = (all) => all.map(({ type }) => type).join(', ') || 'nothing';
  return `heard ${types(told)}; from then on it was ${types(happened.slice(least))}`;
}

/** The least and the greatest number of changes that came before a request. */
function placesIn(happened, orders, { called, acknowledged }) {
  const before = (point) =>
    happened.filter(({ at }) => at.group < orders.get(at.zone).between(called, acknowledged)[point]).length;
  return { least: before('least'), most: before('most') };
}

/** The changes that a filter selects. A filter names a reservation only after its creation, so the creation is left out. */
function watchedOf(changes, id, ids) {
  if (ids.length === 0) return changes;
  return ids.includes(id) ? changes.filter(({ type }) => type !== 'Reservation created') : [];
}
