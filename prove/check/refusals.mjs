import { plus } from './amounts.mjs';
import { freeThroughout } from './addresses.mjs';
import { changeAsked, isAbove, isChangeRefused } from './changes.mjs';
import { isProtected } from './elements.mjs';
import { fits, covers } from './fit.mjs';
import { isOfferTrue } from './offers.mjs';
import { reservationAt } from './questions.mjs';

/** P3 and P5: a refusal is justified at a point at which it may have been decided, and its offer is true there. */

const FLAVORS = {
  'm1.tiny': { cores: 1, ram: 512, instances: 1 },
  'm1.medium': { cores: 2, ram: 4096, instances: 1 },
};

/** Zones in which windows begin at once. */
const FROM_NOW = new Set(['live', 'brief']);

export function refusalOf(context, operation, attempt, times) {
  const { walk, zone } = context;
  const { out } = attempt.returned;
  const cases = out === 'error' ? ERRORS : CONFLICTS;
  const decide = cases[operation.kind] ?? (() => ({ isJustified: false }));
  const question = { name: `refusals: ${operation.kind} ${out}`, wasJustified: false };
  question.holds = (state, done) => {
    for (const now of moments(zone, times, walk.groups[done - 1]?.recorded, walk.groups[done]?.recorded)) {
      const found = decide({ ...context, operation, state, done, now, offer: attempt.returned.offer });
      if (!found.isJustified) continue;
      question.wasJustified = true;
      if (found.isOfferTrue ?? true) return true;
      question.offered ??= found.explain?.();
    }
    return false;
  };
  question.failure = () => failure(question, operation, attempt);
  return question;
}

function failure({ wasJustified, offered }, operation, { returned }) {
  if (!wasJustified) {
    const text = `${operation.kind} was refused (${returned.out}: ${returned.why}) at no moment with reason`;
    return { property: 'P3', text, operations: [operation] };
  }
  const text = `${operation.kind} was refused with an offer that was never true: ${JSON.stringify(returned.offer)} ${offered ?? ''}`;
  return { property: 'P5', text, operations: [operation] };
}

/**
 * Every second the process may have taken for now; of a long wait some. Its own clock may be behind what the zone has
 * seen already: then that counts. A process whose clock is ahead moves the zone's time on without an entry when it tells what
 * the clock has done, but not past the next entry. Where all windows lie ahead of every clock, any second will do.
 */
function* moments({ kind }, { earliest, latest, ahead }, seen = 0, next = Infinity) {
  if (!FROM_NOW.has(kind)) return yield latest;
  const from = Math.max(earliest, Math.min(seen, latest));
  const step = Math.max(1, Math.floor((latest - from) / 30));
  for (let now = from; now <= latest; now += step) yield now;
  if (seen > latest) yield seen;
  for (const other of ahead) {
    const until = Math.min(other.latest, next);
    for (let now = Math.max(other.earliest, seen + 1); now <= until; now++) yield now;
  }
}

const CONFLICTS = { create, update: change, move: change, cancel: inTheWay, decrease, instance };
const ERRORS = {
  create: notAllowed,
  update: changeRefused,
  move: changeRefused,
  cancel: notLive,
  reading: notLive,
  destroy: notUp,
  instance: notActive,
};

function create(context) {
  const { zone, round, operation, state, now, offer } = context;
  const { p } = operation;
  const asked = {
    demand: { amounts: p.amounts, containers: p.containers },
    start: Math.max(p.start ?? now, now),
    end: p.end ?? Infinity,
    only: round.elements.providersOf(p.elements),
  };
  if (zone.kind === 'addresses') asked.among = (start, end) => freeThroughout(context, start, end);
  return judged(state, asked, offer);
}

/** @param asked `demand`, `start`, `end`; `only`, the providers it is restricted to; `givenBack`, `used`, `among` */
function judged(whole, asked, offer) {
  const { demand, start, end, only, givenBack, among } = asked;
  const state = whole.among(only);
  const isEnough = !among || among(start, end) >= demand.amounts.addresses;
  if (isEnough && fits(state, demand, start, end, givenBack) === true) return { isJustified: false };
  const verdict = isOfferTrue(state, { used: {}, ...asked }, offer);
  return { isJustified: true, isOfferTrue: verdict === undefined, explain: () => verdict };
}

function change(context) {
  const asked = changeAsked(context);
  return asked ? judged(context.state, asked, context.offer) : { isJustified: false };
}

/** A decrease has to leave nothing promised that is not there; by force nothing may fall below zero. */
function decrease({ operation, state, offer }) {
  const { p } = operation;
  const figure = p.force ? 'total' : 'available';
  const isShort = Object.keys(p.amounts).some((name) => {
    const array = state.figuresOf(p.provider, name)[figure];
    return [...state.places(p.start, p.end ?? Infinity)].some(
      (index) => (index < 0 ? 0 : array[index]) < p.amounts[name],
    );
  });
  if (!isShort || p.force) return { isJustified: isShort };
  const asked = { demand: { amounts: p.amounts }, start: p.start, end: p.end ?? Infinity, used: {} };
  const verdict = isOfferTrue(state.among([p.provider]), asked, offer);
  return { isJustified: true, isOfferTrue: verdict === undefined, explain: () => verdict };
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
  if (!held || held.status !== 'admitted' || held.end <= now) return { isJustified: false };
  const left = [...held.held.values()].reduce((sum, one) => plus(sum, one), {});
  if (covers(left, wanted)) return { isJustified: false };
  const isTrue = Object.keys(wanted).every(
    (name) => offer?.maxCapacity[name] === Math.max(0, left[name] ?? 0),
  );
  return { isJustified: true, isOfferTrue: isTrue, explain: () => JSON.stringify(left) };
}

/** Another reservation was made for it, and lives. */
function inTheWay({ walk, operation, done, now }) {
  const { id } = operation.p;
  return { isJustified: isProtected(walk, id, now, (one) => reservationAt(walk, one, done)) };
}

/** What is asked for was over before it was looked at, or is more than a tenant may have. */
function notAllowed(context) {
  const { p } = context.operation;
  const isPast = p.end <= context.now && p.end !== null;
  const asked = { ...p, end: p.end ?? Infinity };
  return { isJustified: isPast || isAbove(context, p.tenant, asked) };
}

function changeRefused(context) {
  return { isJustified: isChangeRefused(context) };
}

/** It is over. That it is in another zone is no reason. */
function notLive({ zone, walk, operation, done, now }) {
  const { p, homes } = operation;
  const held = reservationAt(walk, p.id, done);
  if (!held || held.status === 'moved') return { isJustified: !homes.has(zone.zone) };
  return { isJustified: held.status === 'ended' || held.end <= now };
}

function notUp({ walk, operation, done }) {
  const life = walk.instanceLives.get(operation.p.id);
  return { isJustified: !life || done <= life.from || done > life.until };
}

function notActive({ walk, operation, done, now }) {
  const held = reservationAt(walk, operation.p.reservation, done);
  return { isJustified: !held || held.status !== 'admitted' || held.start > now || held.end <= now };
}
