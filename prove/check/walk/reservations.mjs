import { isNothing, plus, same } from '../amounts.mjs';
import { total } from '../claims.mjs';
import { isWhole } from '../fit.mjs';
import { drawn, isDrawn } from './instances.mjs';
import { firstBefore } from '../finds.mjs';
import { checkHold, isEnding, noted, versionAfter } from './notes.mjs';
import { seriesEntered, seriesOf } from './series.mjs';
import {
  checkClaims,
  checkNotOver,
  checkNotProtected,
  checkPlace,
  checkProtectedHere,
  checkReleased,
  checkTenant,
  dueOf,
} from './terms.mjs';
import { admissions, isAdmission } from './unbacked.mjs';
import { beginsToWait, changedWhileWaiting } from './waiting.mjs';

/** Reservations: made, changed, moved from zone to zone, ended. */

export function reservationEntered(walk, group, entry) {
  const held = walk.reservations.get(entry.o);
  if (!held) return appeared(walk, group, entry);
  if (held.status === 'moved')
    return beginsToWait(walk, group, entry, held) || arrived(walk, group, entry, held);
  if (isDrawn(walk, entry)) return drawn(walk, group, entry, held);
  return isAdmission(walk) ? byTime(walk, group) : changed(walk, group, entry, held);
}

/** Reservations that fit because time has passed are admitted before anything else. */
function byTime(walk, group) {
  group.isOfTime = true;
  admissions(walk, group);
}

/** A reservation that is not in the zone yet: it is new, or comes from another zone. */
function appeared(walk, group, entry) {
  if (beginsToWait(walk, group, entry)) return undefined;
  walk.stateBefore = walk.figuresReached();
  const claims = taken(walk, entry);
  const amounts = total(claims);
  const isMoved = walk.operations.update(entry.o, amounts, entry.s) !== undefined;
  return isMoved ? arrived(walk, group, entry, { claims }) : created(walk, group, entry, claims);
}

/** The claims of a reservation from the current entry on. A reservation of elements alone has none. */
function taken(walk, { o: id }) {
  const claims = walk.cursor.gather(id, true);
  if (claims.size === 0) walk.cursor.at += 1;
  return claims;
}

function created(walk, group, entry, claims) {
  const operation = walk.operations.create(total(claims), entry.s);
  walk.attribute(group, operation, 'a reservation', { id: entry.o });
  const windows = seriesOf(operation);
  if (!windows) return entered(walk, group, entry, { claims, operation, window: operation?.p ?? {} });
  walk.cursor.at = group.from;
  const made = (one, window) => entered(walk, group, one, { claims: taken(walk, one), operation, window });
  return seriesEntered(walk, group, operation, { windows, made });
}

/** @param window the requested window, or the window to search */
function entered(walk, group, entry, { claims, operation, window }) {
  const { o: id, s: start, t: end, w } = entry;
  const amounts = total(claims);
  const p = operation?.p ?? {};
  const made = {
    status: 'admitted',
    start,
    end,
    amounts,
    used: {},
    held: claims,
    containers: p.containers,
    elements: p.elements ?? [],
    traits: p.traits,
    tenant: p.tenant,
    labels: p.labels,
    expiresAt: p.expiry === undefined ? undefined : start + p.expiry,
    heldUntil: p.hold === undefined ? undefined : Math.min(w + p.hold, end),
    since: w,
  };
  walk.round.tenants.note(id, p.tenant);
  walk.become(group, id, made);
  checkHold(walk, group, entry, made);
  if (!operation) return;
  if (operation.isWaiting) walk.complain('P2', 'a reservation holds that was answered as waiting', group);
  if (!same(amounts, p.amounts)) walk.complain('P2', 'a reservation holds otherwise than asked', group);
  if (operation.kind === 'hold-window') checkFirst(walk, group, entry, operation);
  else checkWindow(walk, group, entry, window);
  checkHeld(walk, group, id, entry);
}

function checkWindow(walk, group, { s, t }, { start, end }) {
  const isWindow = (start === undefined || start === s) && t === (end ?? Infinity);
  if (!isWindow) walk.complain('P2', 'a reservation holds for another time than asked', group);
}

/** P5: it holds the first window that fitted just before. */
function checkFirst(walk, group, { s, t }, { p, answers }) {
  const [told] = answers[0]?.answer.windows ?? [];
  const isTold = !told || (told.start === s && told.end === t);
  if (t - s !== p.duration || s < p.start || t > p.end || !isTold)
    walk.complain('P2', 'a window is held for another time than asked', group);
  const earlier = firstBefore(walk.stateBefore, p, s);
  if (earlier !== undefined)
    walk.complain('P5', `a window is held although it fits from ${earlier} on`, group);
}

/** Units are whole, lie on allowed providers, and the tenant stays within its limit. */
function checkHeld(walk, group, id, entry) {
  const { amounts, containers, used, held, elements, traits } = walk.reservations.get(id);
  checkClaims(walk, group, id, entry);
  if (isNothing(used) && !isWhole({ amounts, containers }, held))
    walk.complain('P1', 'a reserved instance is cut over providers', group);
  checkPlace(walk, group, { held, elements, traits, containers, used });
  checkProtectedHere(walk, group, elements);
  checkTenant(walk, group, id, entry);
}

/**
 * The reservation comes from another zone. A move states all amounts, the window and the elements, so the ledger of that zone is
 * not needed.
 */
function arrived(walk, group, entry, { history, claims: held = taken(walk, entry) }) {
  const { o: id, s: start, t: end, w } = entry;
  const amounts = total(held);
  const operation = walk.operations.update(id, amounts, start);
  walk.attribute(group, operation, 'a reservation that was moved here');
  const { elements = [], containers } = operation?.p ?? {};
  const { held: until, labels: marks } = versionAfter(walk, entry) ?? {};
  const [heldUntil, labels] = [until ?? undefined, marks ?? undefined];
  const made = {
    status: 'admitted',
    start,
    end,
    amounts,
    used: {},
    held,
    elements,
    containers,
    heldUntil,
    labels,
    since: w,
  };
  const tenant = walk.round.tenants.of(id);
  const traits = walk.round.required.after({ id, ...operation?.p });
  walk.become(group, id, { ...made, traits, history, tenant, movedBy: operation, hasArrived: true });
  if (!operation) return;
  const { p } = operation;
  if (!same(amounts, p.amounts)) walk.complain('P2', 'a reservation was moved otherwise than asked', group);
  if (start !== p.start || end !== (p.end ?? Infinity))
    walk.complain('P2', 'a reservation was moved for another time than asked', group);
  if (p.to !== walk.zone.zone) walk.complain('P2', 'a reservation was moved to another zone', group);
  checkHeld(walk, group, id, entry);
}

/** A reservation that is in the zone already: changed, ended, or released for another zone. */
function changed(walk, group, entry, held) {
  const id = entry.o;
  const move = walk.round.moves.departure(walk.zone.zone, entry);
  const isSilent = isNothing(entry.x);
  if (isSilent && !move && !isEnding(walk, id))
    return changedWhileWaiting(walk, group, entry, held) || noted(walk, group, id, held);
  if (isSilent) walk.cursor.at += 1;
  const released = isSilent ? new Map() : walk.cursor.gather(id, false);
  const placed = isSilent ? new Map() : walk.cursor.gather(id, true);
  // A hold may end with its window: then no claim is left to release.
  if (held.status === 'admitted' && held.end > entry.w) checkReleased(walk, group, held, released);
  if (placed.size > 0) updated(walk, group, id, held, placed, entry);
  else if (move) departed(walk, group, id, held, move, entry);
  else ended(walk, group, id, held, entry);
  admissions(walk, group);
}

function departed(walk, group, id, held, operation, { w }) {
  walk.attribute(group, operation, 'a reservation that was given up for another zone', { part: 'departure' });
  checkNotOver(walk, group, held, { w });
  checkNotProtected(walk, group, `ResourceReservation:${id}`, w);
  if (!isNothing(held.used)) walk.complain('P2', 'a reservation was moved away from its instances', group);
  walk.become(group, id, {
    ...held,
    status: 'moved',
    left: held,
    held: new Map(),
    movedBy: operation,
    hasArrived: false,
  });
}

function ended(walk, group, id, held, { w, b }) {
  const { found, acknowledged } = walk.operations.ending('cancel', id);
  // A cancellation may have come after the expiry, and its answer may have been lost.
  const { status = 'lapsed' } = walk.zone.reservationRows.get(id) ?? {};
  const isLapsed = acknowledged.length === 0 && dueOf(held) <= w && status === 'lapsed';
  const operation = isLapsed ? undefined : found;
  walk.attribute(group, operation, 'a reservation that was ended', { part: 'ending' });
  if (operation?.kind === 'cancel-series') walk.round.series.note(operation, id, b);
  group.isOfTime = isLapsed;
  if (!isLapsed) checkNotOver(walk, group, held, { w });
  const isDrawn = held.heldUntil === undefined && (held.drawnAt < held.expiresAt || !isNothing(held.used));
  if (isLapsed && isDrawn)
    walk.complain('P2', 'a reservation lapsed although something was taken from it in time', group);
  else if (!isLapsed) checkNotProtected(walk, group, `ResourceReservation:${id}`, w);
  walk.become(group, id, { ...held, status: 'ended', isLapsed, held: new Map() });
}

function updated(walk, group, id, held, placed, entry) {
  const sum = plus(total(placed), held.used);
  const placedFor = walk.cursor.passed;
  const operation = walk.operations.update(id, sum, placedFor.s, held.amounts);
  const isOfSeries = operation?.kind === 'update-series';
  walk.attribute(
    group,
    operation,
    'a reservation that was changed',
    isOfSeries ? { part: `change of ${id}` } : {},
  );
  if (isOfSeries) walk.round.series.note(operation, id, entry.b);
  checkNotOver(walk, group, held, entry);
  if (!operation) return walk.become(group, id, { ...held, held: placed });
  const { p } = operation;
  if (p.isOtherForm) walk.complain('P2', 'a reservation was given another form', group);
  const amounts = { ...held.amounts, ...p.amounts };
  const isAdmitted = held.status === 'waiting';
  const start = Math.max(p.start ?? held.start, isAdmitted ? entry.w : -Infinity);
  const end = p.end === undefined ? held.end : (p.end ?? Infinity);
  const isToExpire = isAdmitted && held.expiry !== undefined;
  if (!same(sum, amounts)) walk.complain('P2', 'a reservation was changed otherwise than asked', group);
  const isWindow = placedFor.t === end && (placedFor.s === start || start <= placedFor.w);
  if (!isWindow) walk.complain('P2', 'a reservation was changed for another time than asked', group);
  if (p.to && p.to !== walk.zone.zone)
    walk.complain('P2', 'a reservation was to be moved and was not', group);
  walk.become(group, id, {
    ...held,
    status: 'admitted',
    amounts,
    start,
    end,
    expiresAt: isToExpire ? Math.min(start + held.expiry, end) : held.expiresAt,
    held: placed,
    containers: p.containers,
    elements: p.elements ?? held.elements,
    traits: p.containers ? p.traits : held.traits,
    waitUntil: undefined,
    since: entry.w,
  });
  return checkHeld(walk, group, id, entry);
}
