import { isNothing, plus, same } from '../amounts.mjs';
import { total } from '../claims.mjs';
import { isWhole } from '../fit.mjs';
import { readmissions } from './conflicts.mjs';
import { drawn, isDrawn } from './instances.mjs';
import { checkNotOver, checkNotProtected, checkPlace, checkReleased, checkTenant } from './terms.mjs';

/** Reservations: made, changed, moved from zone to zone, ended. */

export function reservationEntered(walk, group, entry) {
  const held = walk.reservations.get(entry.o);
  if (!held) return appeared(walk, group, entry);
  if (held.status === 'moved') return arrived(walk, group, entry, held);
  if (isDrawn(walk, entry)) return drawn(walk, group, entry, held);
  return changed(walk, group, entry, held);
}

/** It was not there before: it is new, or comes from another zone. */
function appeared(walk, group, entry) {
  if (walk.round.moves.arrivalsIn(walk.zone.zone, entry.o).length > 0) {
    const isMadeHere = walk.zone.operationOf.get(entry.o)?.kind === 'create';
    if (!isMadeHere) return arrived(walk, group, entry);
  }
  return created(walk, group, entry);
}

function created(walk, group, entry) {
  const { o: id, s: start, t: end, w } = entry;
  const claims = walk.cursor.gather(id, true);
  const amounts = total(claims);
  const operation = walk.operations.create(amounts, start);
  walk.attribute(group, operation, 'a reservation', { id });
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
    tenant: p.tenant,
    expiresAt: p.expiry === undefined ? undefined : start + p.expiry,
    since: w,
  };
  walk.become(group, id, made);
  if (!operation) return;
  if (!same(amounts, p.amounts)) walk.complain('P2', 'a reservation holds otherwise than asked', group);
  const isWindow = (p.start === undefined || p.start === start) && end === (p.end ?? Infinity);
  if (!isWindow) walk.complain('P2', 'a reservation holds for another time than asked', group);
  checkHeld(walk, group, id, entry);
}

/** Whole reserved instances, where its elements allow, and no more than its tenant may have. */
function checkHeld(walk, group, id, entry) {
  const { amounts, containers, used, held, elements } = walk.reservations.get(id);
  if (isNothing(used) && !isWhole({ amounts, containers }, held))
    walk.complain('P1', 'a reserved instance is cut over providers', group);
  checkPlace(walk, group, { held, elements });
  checkTenant(walk, group, id, entry);
}

/**
 * Another zone has given it up for this one. A move says all there is to say of amounts, window and elements, so what was
 * asked for is known without a look at that zone.
 */
function arrived(walk, group, entry, { history } = {}) {
  const { o: id, s: start, t: end, w } = entry;
  const held = walk.cursor.gather(id, true);
  if (held.size === 0) walk.cursor.at += 1;
  const amounts = total(held);
  const operation = walk.operations.update(id, amounts);
  walk.attribute(group, operation, 'a reservation that was moved here');
  const { elements = [] } = operation?.p ?? {};
  const made = { status: 'admitted', start, end, amounts, used: {}, held, elements, since: w, history };
  const tenant = walk.round.tenants.of(id);
  walk.become(group, id, { ...made, tenant, movedBy: operation });
  if (!operation) return;
  const { p } = operation;
  if (!same(amounts, p.amounts)) walk.complain('P2', 'a reservation was moved otherwise than asked', group);
  if (start !== p.start || end !== (p.end ?? Infinity))
    walk.complain('P2', 'a reservation was moved for another time than asked', group);
  if (p.to !== walk.zone.zone) walk.complain('P2', 'a reservation was moved to another zone', group);
  checkHeld(walk, group, id, entry);
}

/** A reservation that is there already: changed, ended, or given up for another zone. */
function changed(walk, group, entry, held) {
  const id = entry.o;
  const isNote = isNothing(entry.x);
  if (isNote) walk.cursor.at += 1;
  const released = isNote ? new Map() : walk.cursor.gather(id, false);
  const placed = isNote ? new Map() : walk.cursor.gather(id, true);
  if (held.status === 'admitted') checkReleased(walk, group, held, released);
  checkNotOver(walk, group, held, entry);
  const move = walk.round.moves.departure(walk.zone.zone, id, departures(held));
  if (placed.size > 0) updated(walk, group, id, held, placed, entry);
  else if (move) departed(walk, group, id, held, move);
  else ended(walk, group, id, held, entry);
  readmissions(walk, group);
}

function departures({ history }) {
  return history.filter(({ status }) => status === 'moved').length;
}

function departed(walk, group, id, held, operation) {
  walk.attribute(group, operation, 'a reservation that was given up for another zone', { part: 'departure' });
  walk.become(group, id, { ...held, status: 'moved', held: new Map(), movedBy: operation });
}

function ended(walk, group, id, held, { w }) {
  const { found, acknowledged } = walk.operations.ending('cancel', id);
  // A cancellation may have come after the expiry, and nobody have seen its answer.
  const { status = 'lapsed' } = walk.zone.reservationRows.get(id) ?? {};
  const isLapsed = acknowledged.length === 0 && held.expiresAt <= w && status === 'lapsed';
  const operation = isLapsed ? undefined : found;
  walk.attribute(group, operation, 'a reservation that was ended', { part: 'ending' });
  group.isOfTime = isLapsed;
  if (isLapsed && (held.drawnAt < held.expiresAt || !isNothing(held.used)))
    walk.complain('P2', 'a reservation lapsed although something was taken from it in time', group);
  else if (!isLapsed) checkNotProtected(walk, group, id, w);
  walk.become(group, id, { ...held, status: 'ended', isLapsed, held: new Map() });
}

function updated(walk, group, id, held, placed, entry) {
  const sum = plus(total(placed), held.used);
  const operation = walk.operations.update(id, sum);
  walk.attribute(group, operation, 'a reservation that was changed');
  if (!operation) return walk.become(group, id, { ...held, held: placed });
  const { p } = operation;
  const amounts = { ...held.amounts, ...p.amounts };
  const start = p.start ?? held.start;
  const end = p.end === undefined ? held.end : (p.end ?? Infinity);
  const placedFor = walk.cursor.passed;
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
    held: placed,
    containers: undefined,
    elements: p.elements ?? held.elements,
    since: entry.w,
  });
  return checkHeld(walk, group, id, entry);
}
