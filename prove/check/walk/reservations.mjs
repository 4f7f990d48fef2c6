import { isNothing, plus, same } from '../amounts.mjs';
import { total } from '../claims.mjs';
import { isWhole } from '../fit.mjs';
import { readmissions } from './conflicts.mjs';
import { drawn, isDrawn } from './instances.mjs';
import { checkNotOver, checkPlace, checkReleased, checkTenant } from './terms.mjs';

/** Reservations: made, changed, ended. */

export function reservationEntered(walk, group, entry) {
  const held = walk.reservations.get(entry.o);
  if (!held) return created(walk, group, entry);
  if (isDrawn(walk, entry)) return drawn(walk, group, entry, held);
  return changed(walk, group, entry, held);
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

/** A reservation that is there already: changed, or ended. */
function changed(walk, group, entry, held) {
  const id = entry.o;
  const isNote = isNothing(entry.x);
  if (isNote) walk.cursor.at += 1;
  const released = isNote ? new Map() : walk.cursor.gather(id, false);
  const placed = isNote ? new Map() : walk.cursor.gather(id, true);
  if (held.status === 'admitted') checkReleased(walk, group, held, released);
  checkNotOver(walk, group, held, entry);
  if (placed.size > 0) updated(walk, group, id, held, placed, entry);
  else ended(walk, group, id, held, entry);
  readmissions(walk, group);
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
