import { freeThroughout } from './addresses.mjs';
import { changeAsked, isAbove, isChangeRefused } from './changes.mjs';
import { isClaimed, isOneGone, isProtected, isRetired } from './elements.mjs';
import { fits, covers } from './fit.mjs';
import { FLAVORS } from './flavors.mjs';
import {
  poolInTheWay,
  poolOver,
  providerInUse,
  seriesDoesNotFit,
  seriesProtected,
  seriesRefused,
  seriesUpdate,
} from './further.mjs';
import { occurrencesOf } from './occurrences.mjs';
import { offerFaults } from './offers.mjs';
import { isOver, reservationAt, zoneNamed } from './questions.mjs';
import { allowedIn } from './traits.mjs';

/** P3 and P5: a refusal is justified at a point at which it may have been decided, and its offer is true there. */

export function refusalOf(context, operation, attempt, times) {
  const { walk } = context;
  const { out } = attempt.returned;
  const cases = out === 'error' ? ERRORS : CONFLICTS;
  const decide = cases[operation.kind] ?? (() => ({ isJustified: false }));
  const question = { name: `refusals: ${operation.kind} ${out}`, wasJustified: false };
  if (out === 'error' && context.round.births.mayBeUnknown(zoneNamed(operation), attempt))
    return { ...question, holds: () => true };
  question.holds = (state, done) => {
    const [seen, next] = [walk.groups[done - 1]?.recorded, walk.groups[done]?.recorded];
    // A move also fails for the time of the new zone, which may be ahead.
    const until = operation.kind === 'move' ? Infinity : next;
    for (const now of moments(times, seen, until)) {
      const { offer } = attempt.returned;
      const found = decide({ ...context, operation, attempt, state, done, now, offer });
      if (!found.isJustified) continue;
      question.wasJustified = true;
      if (operation.isEverywhere && found.faults && offer) noteParts(question, found.faults, operation.p);
      if (found.isOfferTrue ?? true) return true;
      (question.offered ??= new Set()).add(found.explain?.());
    }
    return false;
  };
  question.failure = () => failure(question, operation, attempt);
  return question;
}

/**
 * Records which parts of an offer over several zones are true in this zone; `noEarlier`: no earlier window fits here. The offer for
 * an occurrence of a series is that of one zone.
 */
function noteParts(question, { most, next, earlier }, { repeat }) {
  const known = (question.parts ??= { most: false, next: false, noEarlier: false });
  known.most ||= most === undefined;
  known.next ||= next === undefined;
  known.noEarlier ||= earlier === undefined || repeat !== undefined;
}

/** The verdict on a justified refusal, with the faults of its offer. */
function refusedWith(faults) {
  const wrong = faults.most ?? faults.next ?? faults.earlier;
  return { isJustified: true, isOfferTrue: wrong === undefined, explain: () => wrong, faults };
}

function failure({ wasJustified, offered }, operation, { returned }) {
  if (!wasJustified) {
    const text = `${operation.kind} was refused (${returned.out}: ${returned.why}) at no moment with reason`;
    return { property: 'P3', text, operations: [operation] };
  }
  const text = `${operation.kind} was refused with an offer that was never true: ${JSON.stringify(returned.offer)} ${[...(offered ?? [])].slice(-3).join('; ')}`;
  return { property: 'P5', text, operations: [operation] };
}

/**
 * The seconds that the process may have used as the current time; a sample of them if the call took long. If its clock is behind
 * the zone's time, the zone's time counts. A process with its clock ahead advances the zone's time without an entry when it sends
 * changes made by the clock. It does not advance it past the next entry.
 */
export function* moments({ earliest, latest, ahead }, seen = 0, next = Infinity) {
  const from = Math.max(earliest, Math.min(seen, latest));
  const step = Math.max(1, Math.floor((latest - from) / 30));
  for (let now = from; now < latest; now += step) yield now;
  yield latest;
  if (seen > latest) yield seen;
  for (const other of ahead) {
    const until = Math.min(other.latest, next);
    for (let now = Math.max(other.earliest, seen + 1); now <= until; now++) yield now;
  }
}

const CONFLICTS = {
  create,
  update: change,
  move: moved,
  cancel: inTheWay,
  destroy: inTheWay,
  increase: rangeTaken,
  decrease,
  instance,
  'update-series': (context) => seriesUpdate(context, change),
  'cancel-series': seriesProtected,
  'end-pool': (context) => poolInTheWay(context, decrease),
};
const ERRORS = {
  create: notAllowed,
  update: changeRefused,
  move: changeRefused,
  cancel: notLive,
  confirm: notConfirmed,
  reading: notLive,
  destroy: notUp,
  instance: notActive,
  increase: ofRetired,
  decrease: ofRetired,
  withdraw: ofRetired,
  'update-series': seriesRefused,
  'cancel-series': seriesRefused,
  'end-pool': poolOver,
  retire: providerInUse,
  mark: notLive,
};

function ofRetired(context) {
  return { isJustified: isRetired(context) };
}

/** The demand of a create, as `judged` takes it. */
export function createAsked({ zone, round, operation: { p }, now }) {
  return {
    demand: { amounts: p.amounts, containers: p.containers },
    start: Math.max(p.start ?? now, now),
    end: p.end ?? Infinity,
    only: allowedIn({ zone, round }, p),
  };
}

function create(context) {
  const { operation, state, offer } = context;
  if (operation.p.repeat) return seriesDoesNotFit(context, occurrencesOf(operation.p), create);
  const asked = createAsked(context);
  // A request that may wait is not refused for lack of capacity.
  if (operation.p.wait) return { isJustified: isTaken(context, asked) };
  if (isTaken(context, asked)) return { isJustified: true };
  return judged(state, limited(context, operation.p.tenant, addressed(context, asked)), offer);
}

/** The offer to a tenant stays within its limits; those over all zones are not known for certain. */
function limited({ walk, round, operation, done, now }, tenant, asked) {
  if (tenant === undefined) return asked;
  const { id } = operation.p;
  const others = round.tenants.others(walk, { tenant, id, now }, (one) => reservationAt(walk, one, done));
  return {
    ...asked,
    left: round.tenants.left(asked, others),
    isLimitedElsewhere: round.tenantsEverywhere.hasLimit(tenant),
  };
}

/** A demand for public addresses needs single addresses that are free throughout the window. */
function addressed(context, asked, own) {
  if (!(asked.demand.amounts.addresses > 0)) return asked;
  return { ...asked, among: (start, end) => freeThroughout(context, start, end, own) };
}

/** Whether another reservation protects one of the instances: those in the request, else those the reservation has. */
function isTaken({ walk, operation, done, now }, { start, end }) {
  const { id, elements = reservationAt(walk, id, done)?.elements } = operation.p;
  return isClaimed(walk, { id, elements, start, end }, now, (one) => reservationAt(walk, one, done));
}

/** @param asked `demand`, `start`, `end`; `only`, the providers it is restricted to; `givenBack`, `used`, `among`, `left`, `isLimitedElsewhere` */
function judged(zone, asked, offer) {
  const { demand, start, end, only, givenBack, among } = asked;
  const state = zone.among(only);
  // The checker cannot tell which containers the instances have replaced.
  if (demand.isPartlyDrawn) return { isJustified: true };
  const isEnough = !among || among(start, end) >= demand.amounts.addresses;
  if (isEnough && fits(state, demand, start, end, givenBack) === true) return { isJustified: false };
  return refusedWith(offerFaults(state, { used: {}, ...asked }, offer));
}

function change(context) {
  const asked = changeAsked(context);
  if (!asked) return { isJustified: false };
  if (isTaken(context, asked)) return { isJustified: true };
  const { id } = context.operation.p;
  const addressable = addressed(context, asked, id);
  return judged(context.state, limited(context, context.round.tenants.of(id), addressable), context.offer);
}

/** Justified if the reservation is protected in its zone, or does not fit in the target zone. */
function moved(context) {
  const { isJustified } = inTheWay(context);
  return isJustified ? { isJustified } : change(context);
}

/** Justified if another zone has one of the address ranges. */
function rangeTaken({ round, operation, attempt }) {
  return { isJustified: round.ranges.areTaken(operation, attempt) };
}

/** A decrease leaves no `available` negative; a forced one leaves no `total` negative. */
function decrease(context) {
  const { operation, state, now, offer } = context;
  const { p } = operation;
  const window = { start: Math.max(p.start ?? now, now), end: p.end ?? Infinity };
  if (!isDecreaseShort(context)) return { isJustified: false };
  const givenBack = p.force ? promisedIn(state) : undefined;
  const asked = { demand: { amounts: p.amounts }, ...window, used: {}, givenBack };
  return refusedWith(offerFaults(state.among([p.provider]), asked, offer));
}

/** The promised part of a total, which a forced decrease can take. */
function promisedIn(state) {
  return (provider, name, instant) => {
    const { reserved, allocated } = state.figuresOf(provider, name);
    const index = state.at(instant);
    return index < 0 ? 0 : reserved[index] + allocated[index];
  };
}

export function isDecreaseShort({ operation: { p }, state, now }) {
  const window = { start: Math.max(p.start ?? now, now), end: p.end ?? Infinity };
  const figure = p.force ? 'total' : 'available';
  return Object.keys(p.amounts).some((name) => {
    const array = state.figuresOf(p.provider, name)[figure];
    return [...state.places(window.start, window.end)].some(
      (index) => (index < 0 ? 0 : array[index]) < p.amounts[name],
    );
  });
}

/** Whether an instance would be refused, for any reason. */
export function isInstanceRefused(context) {
  const { p } = context.operation;
  return (p.reservation !== undefined && notActive(context).isJustified) || instance(context).isJustified;
}

function instance({ walk, operation, state, done, now, offer }) {
  const { p } = operation;
  const wanted = FLAVORS[p.flavor];
  if (p.reservation === undefined) {
    return judged(
      state,
      { demand: { amounts: wanted }, start: now, end: Infinity, only: [p.provider] },
      offer,
    );
  }
  const held = reservationAt(walk, p.reservation, done);
  if (!held || held.status !== 'admitted' || held.heldUntil !== undefined || held.end <= now)
    return { isJustified: false };
  const parts = [...held.held.values()];
  if (parts.some((left) => covers(left, wanted))) return { isJustified: false };
  const isTrue = [...parts, {}].some((left) =>
    Object.keys(wanted).every((name) => offer?.maxCapacity[name] === Math.max(0, left[name] ?? 0)),
  );
  return { isJustified: true, isOfferTrue: isTrue, explain: () => JSON.stringify(parts) };
}

/** Justified if a live reservation protects the reservation or the instance. */
function inTheWay({ walk, operation, done, now }) {
  const element = `${operation.kind === 'destroy' ? 'ResourceAllocation' : 'ResourceReservation'}:${operation.p.id}`;
  return { isJustified: isProtected(walk, element, now, (one) => reservationAt(walk, one, done)) };
}

/** Whether a create is refused for its content. */
export function isNotAllowed(context) {
  return notAllowed(context).isJustified;
}

/** Justified if the window was over at the decision or the tenant would exceed its limit; for a series, if so for one occurrence. */
function notAllowed(context) {
  const { operation } = context;
  if (!operation.p.repeat) return isOnceNotAllowed(context);
  const verdicts = occurrencesOf(operation.p).map((window) =>
    isOnceNotAllowed({ ...context, operation: { ...operation, p: { ...operation.p, ...window } } }),
  );
  return verdicts.find(({ isJustified }) => isJustified) ?? verdicts[0];
}

function isOnceNotAllowed(context) {
  const { walk, zone, round, operation, now, done } = context;
  const { p } = operation;
  const isPast = (p.end <= now && p.end !== null) || p.waitUntil <= now;
  const isLate = p.expiry !== undefined && p.end !== null && Math.max(p.start ?? now, now) + p.expiry > p.end;
  if (isPast || isLate || isRetired(context) || isOneGone(walk, p.elements, now, done))
    return { isJustified: true };
  if (round.elements.areElsewhere(p.elements, zone.zone, context.isCertain)) return { isJustified: true };
  return { isJustified: isAbove(context, p.tenant, { ...p, end: p.end ?? Infinity }) };
}

function changeRefused(context) {
  return { isJustified: isChangeRefused(context) };
}

/** Justified if the reservation is over. That it is in another zone is no reason. */
function notLive({ zone, walk, operation, done, now }) {
  const { p, homes } = operation;
  const held = reservationAt(walk, p.id, done);
  if (!held || held.status === 'moved') return { isJustified: !homes.has(zone.zone) };
  return { isJustified: held.status === 'ended' || isOver(held, now) };
}

/** Justified if the reservation waits or is over. A confirmed reservation may be confirmed again. */
function notConfirmed(context) {
  const held = reservationAt(context.walk, context.operation.p.id, context.done);
  return held?.status === 'waiting' ? { isJustified: true } : notLive(context);
}

function notUp({ zone, walk, operation, done }) {
  const life = walk.instanceLives.get(operation.p.id);
  if (!life && operation.homes.has(zone.zone) && operation.homes.size > 1) return { isJustified: false };
  return { isJustified: !life || done <= life.from || done > life.until };
}

function notActive(context) {
  const { zone, walk, operation, done, now } = context;
  if (operation.p.provider !== undefined && isRetired(context)) return { isJustified: true };
  const held = reservationAt(walk, operation.p.reservation, done);
  if (!held || held.status === 'moved') return { isJustified: !operation.homes.has(zone.zone) };
  const isHeld = held.heldUntil !== undefined;
  return { isJustified: held.status !== 'admitted' || isHeld || held.start > now || held.end <= now };
}
