import { isGain, isNothing, minus, plus, same, scaled } from '../amounts.mjs';
import { merged } from '../claims.mjs';
import { isWhole } from '../fit.mjs';
import { FLAVORS } from '../flavors.mjs';
import { becomePlaced, displacements, placedAnew } from './conflicts.mjs';
import { checkNotOver, checkNotProtected } from './terms.mjs';
import { admissions } from './unbacked.mjs';

/** Instances: made, on a reservation or on free capacity, and ended. */

export function instanceEntered(walk, group, entry) {
  const known = walk.instances.get(entry.o);
  if (!known && isGain(entry.x)) return made(walk, group, entry);
  if (known && isNothing(entry.x)) return over(walk, group, entry, known);
  return destroyed(walk, group, entry, known);
}

function destroyed(walk, group, entry, known) {
  walk.cursor.at += 1;
  const { found } = walk.operations.ending('destroy', entry.o);
  walk.attribute(group, found, 'an instance that was destroyed', { part: 'ending' });
  if (!known || !same(entry.x, scaled(known.amounts, -1)))
    walk.complain('P2', 'an instance gave back what it had not taken', group);
  checkNotProtected(walk, group, `ResourceAllocation:${entry.o}`, entry.w);
  walk.instances.delete(entry.o);
  if (known) known.until = walk.groups.length;
  returned(walk, group, known);
  displacements(walk, group, entry.p);
  if (known) reunited(walk, group, known.reservation);
  admissions(walk, group);
}

/** When its last instance is gone, a reservation of which a forced decrease has divided a unit is placed again, for the same time. */
function reunited(walk, group, id) {
  const { cursor } = walk;
  const held = walk.reservations.get(id);
  if (held?.status !== 'admitted' || !isNothing(held.used)) return;
  const mark = cursor.at;
  const { released, placed } = placedAnew(cursor, id);
  const ends = new Set(cursor.since(mark).map(({ t }) => t));
  if (!placed || released.size < 2 || ends.size > 1) {
    cursor.at = mark;
    return;
  }
  if (!isWhole(held, placed)) walk.complain('P1', 'a reserved instance is cut over providers', group);
  becomePlaced(walk, group, id, { held, released, placed });
}

/** The instance uses nothing any more, because its reservation is over. The entry only records that it was destroyed. */
function over(walk, group, entry, known) {
  walk.cursor.at += 1;
  const [asked] = walk.operations.ending('destroy', entry.o).acknowledged;
  walk.attribute(group, asked, 'an instance that was destroyed', { part: 'ending' });
  group.isOfTime = true;
  if (known.end > entry.w) walk.complain('P2', 'an instance was ended before its time', group);
  walk.instances.delete(entry.o);
  known.until = walk.groups.length;
  admissions(walk, group);
}

/** The capacity of a destroyed instance returns to its reservation. */
function returned(walk, group, instance) {
  const held = instance && walk.reservations.get(instance.reservation);
  if (!held) return;
  const next = walk.cursor.peek();
  const used = minus(held.used, instance.amounts);
  const isBack = next?.o === instance.reservation && same(next.x, instance.amounts);
  if (isBack) walk.cursor.at += 1;
  else if (held.status === 'admitted')
    walk.complain('P2', 'a reservation did not get back what its instance used', group);
  const back = isBack ? new Map([[instance.provider, instance.amounts]]) : new Map();
  walk.become(group, instance.reservation, { ...held, used, held: merged(held.held, back) });
}

function made(walk, group, entry) {
  walk.cursor.at += 1;
  const row = walk.zone.instanceRows.get(entry.o);
  const operation = walk.operations.named(row?.name);
  walk.attribute(group, operation, 'an instance', { id: entry.o });
  const reservation = row?.r ?? undefined;
  const instance = {
    reservation,
    amounts: entry.x,
    provider: entry.p,
    end: entry.t,
    from: walk.groups.length,
    until: Infinity,
  };
  walk.instances.set(entry.o, instance);
  walk.instanceLives.set(entry.o, instance);
  if (operation && operation.p.reservation !== reservation)
    walk.complain('P2', 'an instance draws on another reservation', group);
  if (operation) checkAsRequested(walk, group, operation, entry);
}

function checkAsRequested(walk, group, { p }, { p: provider, x }) {
  if (!same({ ...x, gigabytes: 0 }, FLAVORS[p.flavor]))
    walk.complain('P2', 'an instance uses other amounts than those of its flavor', group);
  if (p.provider !== undefined && p.provider !== provider)
    walk.complain('P2', 'an instance lies on another provider than the requested one', group);
}

/** Whether an instance takes the released amounts of a reservation in the next entry. */
export function isDrawn(walk, entry) {
  const next = walk.cursor.peek(1);
  const isDraw = next?.m === 'allocated' && walk.zone.instanceRows.get(next.o)?.r === entry.o;
  return isDraw && isGain(next.x) && !walk.instances.has(next.o);
}

export function drawn(walk, group, entry, held) {
  walk.cursor.at += 1;
  const taken = walk.cursor.here;
  made(walk, group, taken);
  if (!same(entry.x, scaled(taken.x, -1)))
    walk.complain('P2', 'an instance drew otherwise than it uses', group);
  const left = merged(held.held, new Map([[entry.p, entry.x]]));
  for (const amounts of left.values()) {
    if (Object.values(amounts).some((value) => value < 0))
      walk.complain('P1', 'an instance drew more than was left', group);
  }
  checkNotOver(walk, group, held, entry);
  if (held.heldUntil !== undefined) walk.complain('P2', 'an instance drew on a held reservation', group);
  const drawnAt = held.drawnAt ?? entry.w;
  walk.become(group, entry.o, { ...held, held: left, used: plus(held.used, taken.x), drawnAt });
}
