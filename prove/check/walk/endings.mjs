import { same, scaled } from '../amounts.mjs';
import { isProtected } from '../elements.mjs';
import { displacements } from './conflicts.mjs';
import { admissions } from './unbacked.mjs';

/** Capacity that ends early: a pool entry is ended, a provider is retired, or all its capacity is withdrawn for some time. */

/** The rest of an existing pool entry is taken back. */
export function poolEnded(walk, group, entry) {
  const { cursor } = walk;
  if (isRetirement(walk)) return providerRetired(walk, group, entry.p);
  cursor.at += 1;
  const { found: operation } = walk.operations.ending('end-pool', entry.o);
  walk.attribute(group, operation, 'a pool entry that was ended', { part: 'ending' });
  checkEnded(walk, group, entry);
  const at = (id) => walk.reservations.get(id);
  if (isProtected(walk, `ResourcePool:${entry.o}`, entry.w, at))
    walk.complain('P2', 'a pool entry was ended that a reservation protects', group);
  group.force = operation?.p.force === true;
  if (group.force) displacements(walk, group, entry.p);
  return admissions(walk, group);
}

function checkEnded(walk, group, { o: id, p, s, t, x, w }) {
  const pool = walk.pools.get(id);
  const isRest = s === Math.max(pool.s, w) && t === pool.t;
  if (!isRest || p !== pool.p || !same(x, scaled(pool.x, -1)))
    walk.complain('P2', 'a pool entry was ended otherwise than it was made', group);
  walk.pools.set(id, { ...pool, endedBy: walk.groups.length });
}

/** Whether the next entries are those of a retirement: the ends of the provider's pool entries, then an entry of the provider. */
function isRetirement({ cursor, operations }) {
  const { p, o } = cursor.here;
  if (operations.ending('end-pool', o).acknowledged.length > 0) return false;
  for (let further = 0, next; (next = cursor.peek(further)); further++) {
    if (next.k === 'provider') return next.o === p;
    if (next.m !== 'total' || next.p !== p) return false;
  }
  return false;
}

/** A provider is retired. It may have no pool entries left. */
export function providerRetired(walk, group, provider) {
  const { cursor } = walk;
  const operation = walk.operations.retirement(provider, walk.mayBeOf(cursor.here, 'ending'));
  const { w } = cursor.here;
  walk.attribute(group, operation, 'a retirement of a provider', { part: 'ending' });
  for (; cursor.peek() && cursor.here.k !== 'provider'; cursor.at += 1) checkEnded(walk, group, cursor.here);
  cursor.at += 1;
  walk.retirements.push({ provider, group: walk.groups.length });
  if (isInUse(walk, provider, w, (id) => walk.reservations.get(id), walk.groups.length))
    walk.complain('P2', 'a provider was retired that is in use', group);
  if (isLeft(walk, provider, w, Infinity))
    walk.complain('P2', 'a retired provider still has capacity', group);
}

/** Whether live reservations lie on a provider or are tied to it, or live instances use it. */
export function isInUse(walk, provider, now, at, done) {
  const isOn = (held) =>
    LIVE.has(held?.status) &&
    held.end > now &&
    (held.held.has(provider) || (walk.round.elements.providersOf(held.elements) ?? []).includes(provider));
  const isUp = (life) =>
    life.provider === provider && life.from < done && done <= life.until && life.end > now;
  return [...walk.reservations.keys()].map(at).some(isOn) || [...walk.instanceLives.values()].some(isUp);
}

const LIVE = new Set(['admitted', 'conflict', 'waiting']);

/** A withdrawal takes all capacity of a provider: none is left at any instant of its window. */
export function withdrawn(walk, group, entry) {
  const { cursor } = walk;
  const { p, w } = entry;
  const operation = walk.operations.withdrawal(entry, walk.mayBeOf(entry, 'whole'), endOfParts(walk, entry));
  walk.attribute(group, operation, 'a withdrawal of capacity');
  const [from, to] = [operation?.p.start ?? w, operation?.p.end ?? Infinity];
  for (let next = cursor.here; isPart(walk, next, p, from, to); next = cursor.peek()) {
    walk.pools.set(next.o, { p, s: next.s, t: next.t, x: next.x });
    cursor.at += 1;
    if (next === entry && operation === undefined) break;
  }
  if (operation && isLeft(walk, p, Math.max(from, w), to))
    walk.complain('P2', 'capacity was withdrawn and is still there', group);
  group.force = true;
  displacements(walk, group, p);
  admissions(walk, group);
}

/** End of the last of the next entries in the batch that may be parts of one withdrawal. */
function endOfParts(walk, { p, b, s }) {
  let end = s;
  for (let further = 0, next; (next = walk.cursor.peek(further))?.b === b; further++) {
    if (next.s < end || !isPart(walk, next, p, s, Infinity)) break;
    end = next.t;
  }
  return end;
}

function isPart(walk, next, provider, from, to) {
  if (next?.m !== 'total' || next.p !== provider || walk.pools.has(next.o)) return false;
  return from <= next.s && next.t <= to && isOfWithdrawal(walk, next);
}

/** Whether an entry is part of a withdrawal. A decrease may have asked for the same amounts. */
export function isOfWithdrawal(walk, entry) {
  if (!walk.operations.withdrawal(entry, (one) => walk.moments.mayHaveMade(one, entry))) return false;
  const change = walk.operations.change(entry.o, entry.x);
  if (change === undefined) return true;
  if (change.kind !== 'decrease' || change.ids.includes(entry.o)) return false;
  const { provider, start = entry.s, end, amounts } = change.p;
  const isAsked = entry.p === provider && entry.s === start && entry.t === (end ?? Infinity);
  return !isAsked || !same(entry.x, scaled(amounts, -1)) || walk.round.answers.has(change, 'whole');
}

function isLeft(walk, provider, from, to) {
  const state = walk.figuresReached();
  return state.classes.some((name) => {
    const { total } = state.figuresOf(provider, name);
    return [...state.places(from, to)].some((index) => index >= 0 && total[index] !== 0);
  });
}
