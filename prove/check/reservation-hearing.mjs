import { happenedTo, isLookedAt, saysSo } from './hearing.mjs';
import { livesOf } from './lives.mjs';

/**
 * P6 for subscriptions to reservations that are made, and ended, while the clients work: what was heard of each reservation is
 * what happened to it from a moment between the call and the return on, up to the end or to where it was unsubscribed.
 */
export function reservationHearingProblems({ walks, orders }, subscriptions, channels, count) {
  const lives = [...livesOf(walks)].filter(([, { zones }]) => !zones.has('brief'));
  return subscriptions.flatMap((subscription) => {
    const { p } = subscription;
    const heard = byReservation(channels.get(p.channel) ?? []);
    const isNamed = new Set(p.ids);
    const watched = p.ids.length === 0 ? lives : lives.filter(([id]) => isNamed.has(id));
    return watched.flatMap(([id, life]) => {
      const told = [...(heard.get(id)?.values() ?? [])].filter((one) => isLookedAt(life, one));
      count('changes told to subscriptions of the round', told.length);
      const text = wrong(orders, subscription, life, told);
      if (!text) return [];
      const place = `of reservation ${id} on ${p.channel} the subscriber ${text}`;
      return [{ property: 'P6', zone: life.zone.zone, text: place, operations: [subscription] }];
    });
  });
}

/** Each id once, in the order in which it was first heard. */
function byReservation(heard) {
  const all = new Map();
  for (const one of heard) {
    const own = all.get(one.r) ?? new Map();
    all.set(one.r, own);
    if (!own.has(one.id)) own.set(one.id, one);
  }
  return all;
}

function wrong(orders, { p, called, acknowledged, ends }, life, told) {
  // Who named a reservation did so after it was made.
  const happened = happenedTo(life).filter(
    ({ type }) => p.ids.length === 0 || type !== 'Reservation created',
  );
  const isBefore = (point) => (change) =>
    change.at.group < orders.get(change.at.zone).between(called, acknowledged)[point];
  const least = happened.filter(isBefore('least')).length;
  const most = happened.filter(isBefore('most')).length;
  for (let from = least; from <= most; from++) {
    const expected = happened.slice(from);
    const isSame = told.every((heard, index) => expected[index] && saysSo(heard, expected[index]));
    if (isSame && (ends || told.length === expected.length)) return undefined;
  }
  const types = (all) => all.map(({ type }) => type).join(', ') || 'nothing';
  return `heard ${types(told)}; from then on it was ${types(happened.slice(least))}`;
}
