import { freeThroughout } from './addresses.mjs';
import { minus, same } from './amounts.mjs';
import { changeAsked, isChangeRefused } from './changes.mjs';
import { isClaimed, isProtected } from './elements.mjs';
import { covers, fits } from './fit.mjs';
import { occurrencesOf } from './occurrences.mjs';
import { reservationAt } from './questions.mjs';
import { createAsked, isDecreaseShort, isInstanceRefused, isNotAllowed, moments } from './refusals.mjs';

/**
 * Dry runs: the answer has to be true at a point of the ledger at which it may have been decided. The walk over the ledger checks
 * that nothing was appended: an entry that matches a dry run is a violation.
 */

/** @param rehearsed the operation as if it were no dry run */
export function dryRunOf(context, rehearsed, attempt, times) {
  const { walk } = context;
  const { answer } = attempt.returned;
  const wouldBe = WOULD_BE[rehearsed.kind];
  return {
    name: `dry runs: ${rehearsed.kind}`,
    holds: (state, done) => {
      const [seen, next] = [walk.groups[done - 1]?.recorded, walk.groups[done]?.recorded];
      return [...moments(times, seen, next)].some((now) =>
        // An obstacle contradicts the answer only if it is certain.
        wouldBe({ ...context, isCertain: true, operation: rehearsed, state, done, now, answer }),
      );
    },
    failure: () => ({
      property: 'P5',
      text: `a dry run of ${rehearsed.kind} told what would never have been so: ${JSON.stringify(answer)}`,
      operations: [rehearsed],
    }),
  };
}

/** P4: the answer says that it is a dry run, and has no id. */
export function dryProblems(operations) {
  return operations
    .filter(({ kind }) => kind === 'dry')
    .filter(({ attempts }) => attempts.some(({ returned }) => isFalse(returned)))
    .map((operation) => ({
      property: 'P4',
      zone: operation.p.zone ?? 'all',
      text: 'a dry run was answered as if it had been carried out',
      operations: [operation],
    }));
}

function isFalse({ out, answer } = {}) {
  return out === 'ok' && (!answer.isDry || answer.id !== undefined);
}

const WOULD_BE = { create, update: change, move: change, cancel, increase: () => true, decrease, instance };

function create(context) {
  const { operation, answer } = context;
  if (isNotAllowed(context)) return false;
  if (!operation.p.repeat) return createOnce(context);
  const windows = occurrencesOf(operation.p);
  return (
    windows.length === answer.occurrences?.length &&
    windows.every((window, index) => {
      const one = { ...operation, p: { ...operation.p, ...window } };
      const isThen = answer.occurrences[index].start === window.start;
      return isThen && createOnce({ ...context, operation: one, answer: answer.occurrences[index] });
    })
  );
}

function createOnce(context) {
  const { walk, operation, answer, done, now } = context;
  const asked = createAsked(context);
  const { id, elements } = operation.p;
  const isTaken = isClaimed(walk, { id, elements, ...asked }, now, (one) => reservationAt(walk, one, done));
  if (isTaken) return false;
  const isFitting = mayFit(context, asked);
  return answer.isWaiting ? isFitting !== true : isFitting !== false && liesThere(context, asked);
}

function change(context) {
  const { walk, operation, done } = context;
  if (isChangeRefused(context)) return false;
  if (reservationAt(walk, operation.p.id, done)?.status === 'waiting') return true;
  const asked = changeAsked(context);
  if (!asked) return false;
  return asked.demand.isPartlyDrawn || mayFit(context, asked) !== false;
}

/** `undefined` if the demand fits only with a split that the service may miss. */
function mayFit(context, { demand, start, end, only, givenBack }) {
  const { state, operation } = context;
  const { addresses = 0 } = demand.amounts;
  if (addresses > 0 && freeThroughout(context, start, end, operation.p.id) < addresses) return false;
  return fits(state.among(only), demand, start, end, givenBack);
}

/** Whether the claims add up to the demand and each provider has room for its claim. */
function liesThere({ state, answer }, { demand, start, end, only }) {
  const sum = answer.claims.reduce((all, [, amounts]) => minus(all, amounts), demand.amounts);
  return (
    same(sum, {}) &&
    answer.claims.every(([provider, amounts]) => {
      const names = Object.keys(amounts);
      const room = Object.fromEntries(names.map((name) => [name, state.room(provider, name, start, end)]));
      return covers(room, amounts) && (only ?? state.providers).includes(provider);
    })
  );
}

function cancel({ zone, walk, operation, done, now }) {
  const { id } = operation.p;
  const at = (one) => reservationAt(walk, one, done);
  const held = at(id);
  if (!held || held.status === 'moved' || held.status === 'ended' || held.end <= now) return false;
  return operation.homes.has(zone.zone) && !isProtected(walk, `ResourceReservation:${id}`, now, at);
}

/** A forced decrease may displace reservations. Those that the answer names have a claim there. Without a shortage it names none. */
function decrease(context) {
  const { walk, operation, answer, done } = context;
  const { p } = operation;
  if (isDecreaseShort(context)) return false;
  const named = [...(answer.moved ?? []), ...(answer.inConflict ?? [])];
  if (!p.force) return named.length === 0;
  const isShort = isDecreaseShort({ ...context, operation: { ...operation, p: { ...p, force: false } } });
  return (isShort || named.length === 0) && named.every((id) => isOn(reservationAt(walk, id, done), p));
}

function isOn(held, { provider, start = 0, end }) {
  return (
    held?.status === 'admitted' &&
    held.held.has(provider) &&
    held.start < (end ?? Infinity) &&
    start < held.end
  );
}

function instance(context) {
  return !isInstanceRefused(context);
}
