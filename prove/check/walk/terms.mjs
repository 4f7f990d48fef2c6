import { isNothing, scaled } from '../amounts.mjs';
import { merged } from '../claims.mjs';
import { isClaimed, isProtected } from '../elements.mjs';
import { isOver, isThere, reservationAt } from '../questions.mjs';
import { allowedIn } from '../traits.mjs';

/** Conditions that hold for all reservations and instances. */

/** Elements and traits restrict a reservation to some providers; it holds nothing on others. */
export function checkPlace(walk, group, { held, elements, traits, containers, used }) {
  const holds = (allowed) => !allowed || [...held.keys()].every((provider) => allowed.includes(provider));
  if (!holds(allowedIn(walk, { elements })))
    walk.complain('P1', 'a reservation holds on a provider that its elements leave out', group);
  // The remainder of a container that an instance has replaced may lie anywhere.
  const isPartlyDrawn = containers !== undefined && !isNothing(used);
  if (!isPartlyDrawn && !holds(allowedIn(walk, { traits })))
    walk.complain('P1', 'a reservation holds on a provider without the traits it requires', group);
}

/** A release leaves no claim. */
export function checkReleased(walk, group, { held }, released) {
  const given = new Map([...released].map(([provider, amounts]) => [provider, scaled(amounts, -1)]));
  const left = merged(held, given);
  if ([...left.values()].some((amounts) => !isNothing(amounts)))
    walk.complain('P2', 'a reservation gave up otherwise than it held', group);
}

/** A reservation that is over can't be changed, ended or drawn on. */
export function checkNotOver(walk, group, held, { w }) {
  if (isOver(held, w)) walk.complain('P2', 'a reservation changed when it was over', group);
}

/** A reservation or instance that a live reservation protects can't be ended or moved. */
export function checkNotProtected(walk, group, element, now) {
  if (!isProtected(walk, element, now, (one) => walk.reservations.get(one))) return;
  const isInstance = element.startsWith('ResourceAllocation');
  const what = isInstance
    ? 'an instance was ended that a reservation protects'
    : 'a reservation was ended that another one protects';
  walk.complain('P2', what, group);
}

/** A reservation and those it protects are in one zone: a cancellation in another zone would not see the protector. */
export function checkProtectedHere(walk, group, elements) {
  const isAway = elements
    .filter((element) => element.startsWith('ResourceReservation:'))
    .some((element) => (walk.reservations.get(element.split(':')[1])?.status ?? 'moved') === 'moved');
  if (isAway) walk.complain('P2', 'a reservation protects one that is in another zone', group);
}

/** Two reservations whose windows meet don't protect the same instance. */
export function checkClaims(walk, group, id, { w }) {
  const { start, end, elements } = walk.reservations.get(id);
  const window = { start: Math.max(start, w), end };
  if (isClaimed(walk, { id, elements, ...window }, w, (one) => walk.reservations.get(one)))
    walk.complain('P1', 'an instance is protected by two reservations at one time', group);
}

/**
 * After a reservation was made or changed, its tenant is within its limit at every instant.
 *
 * @param isSpared whether another reservation of the tenant does not count
 */
export function checkTenant(walk, group, id, { w }, isSpared = () => false) {
  const { tenant, amounts, start, end } = walk.reservations.get(id);
  if (tenant === undefined) return;
  const all = walk.round.tenants.others(walk, { tenant, id, now: w }, (one) => walk.reservations.get(one));
  const others = all.filter((one) => !isSpared(one));
  const before = changedHere(walk, id);
  const excess = walk.round.tenants.excess(amounts, { start: Math.max(start, w), end }, others, before);
  if (excess) walk.complain('P1', `tenant ${tenant} holds ${excess}`, group);
  walk.round.tenantsEverywhere.changed(walk, group, id, w, before);
}

/** The state that the current group changes; undefined if the reservation is new in the zone. */
function changedHere(walk, id) {
  const before = reservationAt(walk, id, walk.groups.length);
  return isThere(before) ? before : undefined;
}

/** The instant at which the clock releases a reservation: its expiry, the end of its hold, or the end of its wait. */
export function dueOf({ status, expiresAt = Infinity, heldUntil = Infinity, waitUntil = Infinity, end }) {
  return Math.min(heldUntil, status === 'waiting' ? Math.min(waitUntil, end) : expiresAt);
}
