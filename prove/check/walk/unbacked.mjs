import { isGain, isNothing, minus, same } from '../amounts.mjs';
import { freeThroughout } from '../addresses.mjs';
import { total } from '../claims.mjs';
import { fits } from '../fit.mjs';
import { allowedIn } from '../traits.mjs';
import { checkPlace, checkTenant } from './terms.mjs';

/**
 * Reservations that hold nothing: those in conflict and those that wait. An effect that frees capacity admits them in the same
 * append, each if it fits as a whole at that moment. Those in conflict come first, then the oldest first. So after an effect none
 * is left that fits.
 */

/** The admissions that follow an effect that may free capacity. */
export function admissions(walk, group) {
  while (isAdmission(walk)) {
    const entry = walk.cursor.here;
    const held = walk.reservations.get(entry.o);
    checkTurn(walk, group, entry.o, held, entry.w);
    admitted(walk, group, entry, held);
  }
}

/** Whether the current entry and those that follow admit such a reservation as a whole, from now on. */
export function isAdmission(walk) {
  const { cursor, reservations } = walk;
  const next = cursor.peek();
  const held = next?.m === 'reserved' ? reservations.get(next.o) : undefined;
  if (!isUnbacked(held) || !isGain(next.x)) return false;
  const isWindow = next.s === Math.max(held.start, next.w) && next.t === held.end;
  if (held.status === 'waiting' && !isWindow) return false;
  const mark = cursor.at;
  const placed = cursor.gather(next.o, true);
  cursor.at = mark;
  return same(total(placed), minus(held.amounts, held.used));
}

function isUnbacked(held) {
  return held?.status === 'conflict' || held?.status === 'waiting';
}

function admitted(walk, group, { o: id, s, w }, held) {
  const placed = walk.cursor.gather(id, true);
  const isFirst = held.status === 'waiting';
  if (isFirst && isOver(held, w))
    walk.complain('P2', 'a reservation was admitted when its wait was over', group);
  const { start = s, expiry } = held;
  const from = isFirst ? s : start;
  const expiresAt = isFirst && expiry !== undefined ? Math.min(from + expiry, held.end) : held.expiresAt;
  const now = { ...held, status: 'admitted', held: placed, start: from, expiresAt, waitUntil: undefined };
  checkPlace(walk, group, now);
  walk.become(group, id, isFirst ? { ...now, since: w } : { ...now, cameBack: w });
  // The limit was checked when the wait began. Reservations in conflict did not count then, and are admitted again even above it.
  if (isFirst) checkTenant(walk, group, id, { w }, ({ cameBack }) => cameBack >= held.since);
}

function isOver({ waitUntil = Infinity, end }, now) {
  return Math.min(waitUntil, end) <= now;
}

/** P3: no reservation with an earlier turn would have fitted just before. */
function checkTurn(walk, group, id, held, now) {
  const isBefore = (other, one) => {
    if (other === id || !isUnbacked(one)) return false;
    if (one.status !== held.status) return one.status === 'conflict';
    return walk.round.createdAt(other, one) < walk.round.createdAt(id, held);
  };
  const passed = [...walk.unbacked].find((other) => {
    const one = walk.reservations.get(other);
    return isBefore(other, one) && !(one.amounts.addresses > 0) && wouldFit(walk, other, one, now);
  });
  if (passed !== undefined) complain(walk, group, passed, `when its turn was before ${id}`);
}

/** P3: a reservation that fits after an effect was passed over. */
export function checkNoneLeft(walk, group) {
  const { recorded: now } = group;
  const entries = [...walk.untried, ...group.entries];
  walk.untried = isTriedLater(walk, group) ? entries : [];
  if (walk.untried.length > 0) return;
  const isLast = walk.cursor.here?.b !== group.entries[0].b;
  for (const id of walk.unbacked) {
    const held = walk.reservations.get(id);
    // In the middle of a batch it is not recorded which reservation has an address.
    if (held.amounts.addresses > 0 && !isLast) continue;
    const isTouched =
      held.history.at(-1).group === walk.groups.length - 1 || mayHaveFreed({ ...group, entries }, held);
    if (isTouched && wouldFit(walk, id, held, now)) {
      complain(walk, group, id, 'when it fitted');
      walk.unbacked.delete(id);
    }
  }
}

/** All occurrences of a series are one decision, and so are all holds that end in a batch: the others are tried after the last. */
function isTriedLater({ cursor, reservations }, { operation, entries: [first] }) {
  const next = cursor.peek();
  if (next?.b !== first.b || next.m !== 'reserved') return false;
  const isOfSeries = operation?.p.occurrences?.includes(next.o) && next.o !== first.o;
  return isOfSeries || reservations.get(next.o)?.heldUntil <= next.w;
}

/**
 * Whether an effect has freed capacity within a window, or the start of the window is passed. Entries do not show which addresses
 * came free.
 */
function mayHaveFreed({ entries, recorded }, { start, end, amounts }) {
  if (start <= recorded || amounts.addresses > 0) return true;
  return entries.some(({ m, s, t, x }) => {
    const sign = m === 'total' ? 1 : -1;
    return s < end && start < t && Object.values(x).some((amount) => amount * sign > 0);
  });
}

/** Whether a reservation certainly fits from now on, by all entries passed so far. */
function wouldFit(walk, id, held, now) {
  const { status, used, containers, elements, traits, end, amounts } = held;
  const start = Math.max(held.start, now);
  if (start >= end || (status === 'waiting' && isOver(held, now))) return false;
  // The service tries those in conflict that have begun once a second. After a draw by an instance, the remainder may be in other pieces.
  if (status === 'conflict' && (held.start <= now || !isNothing(used))) return false;
  if (held.heldUntil <= now) return false;
  const state = walk.figuresReached().among(allowedIn(walk, { elements, traits }));
  if (fits(state, { amounts, containers }, start, end) !== true) return false;
  if (!(amounts.addresses > 0)) return true;
  const done = walk.groups.length;
  return freeThroughout({ zone: walk.zone, walk, done }, start, end, id) >= amounts.addresses;
}

function complain(walk, group, id, when) {
  const { status } = walk.reservations.get(id);
  const what = status === 'waiting' ? 'a waiting reservation' : 'a reservation in conflict';
  walk.complain('P3', `${what} was passed over ${when}: ${id}`, group);
}
