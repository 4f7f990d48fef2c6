import { isNothing } from '../amounts.mjs';
import { hasAmounts, isLastOfBatch, versionAfter } from './notes.mjs';
import { checkTenant } from './terms.mjs';

/** Reservations that begin to wait or change while they wait. Their entries have no amounts. */

/** A reservation begins to wait here: it is new, or comes from another zone and keeps waiting. False: the entry is another effect. */
export function beginsToWait(walk, group, entry, { history } = {}) {
  const { o: id, s, t, w } = entry;
  const made = walk.operations.named(walk.round.nameOf(id));
  const version = versionAfter(walk, entry);
  const moved = walk.operations
    .changesOfWindow(id, s, t)
    .find(({ p }) => p.to === walk.zone.zone && hasAmounts(version, p));
  const isNew = !moved && history === undefined && made?.p.wait;
  if (!isNothing(entry.x) || (!moved && !isNew)) return false;
  walk.cursor.at += 1;
  const operation = moved ?? made;
  walk.attribute(group, operation, 'a reservation that waits', moved ? {} : { id });
  const { p } = operation;
  walk.round.tenants.note(id, p.tenant);
  walk.become(group, id, {
    ...termsOf(walk, id, p),
    status: 'waiting',
    start: s,
    end: t,
    tenant: walk.round.tenants.of(id) ?? p.tenant,
    waitUntil: waitOf(version, moved ? {} : p, t),
    labels: version?.labels ?? p.labels,
    since: w,
    history,
    ...(moved && { movedBy: moved, hasArrived: true }),
  });
  if (isNew && operation.isWaiting === false)
    walk.complain('P2', 'a reservation waits that was answered as admitted', group);
  checkTenant(walk, group, id, entry);
  return true;
}

function termsOf(walk, id, { amounts, containers, elements = [], expiry, ...p }) {
  const traits = walk.round.required.after({ id, containers, ...p });
  return { amounts, containers, elements, expiry, traits: traits ?? p.traits, used: {}, held: new Map() };
}

/** The end of the wait. A move does not state it, so for a moved reservation it comes from the row. */
function waitOf(version, { waitUntil = version?.waits ?? undefined }, end) {
  return waitUntil === undefined ? undefined : Math.min(waitUntil, end);
}

/** Whether an entry leaves the window unchanged. The start of a window that has begun moves with the clock. */
function hasSameWindow({ s, t, w }, { start, end }) {
  return t === end && (s === start || s === Math.max(start, w));
}

/** A change that leaves the window unchanged, found by its amounts. */
function changeOfAmounts(walk, entry, held, isOpen) {
  if (!hasSameWindow(entry, held)) return undefined;
  const version = versionAfter(walk, entry);
  if (version?.x === undefined || hasAmounts(version, held)) return undefined;
  return walk.operations.changesOfAmounts(entry.o).find((one) => isOpen(one) && hasAmounts(version, one.p));
}

/** A move to the zone that the reservation is in counts as an update. */
function isChangeHere({ zone }, { kind, p }) {
  return kind === 'update' || p.to === zone.zone;
}

/**
 * The row shows only the last change of a batch. An earlier change in the batch has no version of the row, and may have left the
 * window unchanged. What follows it in the batch may also be a note: then the row shows its amounts.
 */
function changeWithoutRow(walk, entry, held, isOpen, mayBe) {
  const { o: id } = entry;
  if (mayBe.length > 0 || !hasSameWindow(entry, held)) return mayBe[0];
  const all = walk.operations
    .changesOfAmounts(id)
    .filter((one) => one.outcome !== 'refused' && isOpen(one) && walk.moments.mayHaveMade(one, entry));
  const versions = walk.zone.versions.get(id) ?? [];
  const hidden = all.filter(({ p }) => !versions.some((version) => hasAmounts(version, p)));
  const shown = all.find(({ p }) => hasAmounts(versionAfter(walk, entry), p));
  return hidden.find(({ outcome }) => outcome === 'ok') ?? shown ?? hidden[0];
}

/** A waiting reservation is changed and keeps waiting. False: the entry is another effect. */
export function changedWhileWaiting(walk, group, entry, held) {
  if (held.status !== 'waiting') return false;
  const { o: id, s, t } = entry;
  const version = versionAfter(walk, entry);
  const isOpen = (one) => isChangeHere(walk, one) && !walk.round.answers.has(one, 'whole');
  const mayBe = walk.operations.changesOfWindow(id, s, t).filter(isOpen);
  const kept = mayBe.find(({ p }) => hasAmounts(version, p));
  const byAmounts = isLastOfBatch(walk, id) ? changeOfAmounts : changeWithoutRow;
  const change = kept ?? byAmounts(walk, entry, held, isOpen, mayBe);
  if (!change) return false;
  walk.cursor.at += 1;
  walk.attribute(group, change, 'a waiting reservation that was changed');
  const { p } = change;
  walk.become(group, id, {
    ...held,
    // The entry's window begins at the earliest now; the reservation keeps the start that it waits for.
    start: p.start ?? held.start,
    end: t,
    amounts: { ...held.amounts, ...p.amounts },
    containers: p.containers,
    elements: p.elements ?? held.elements,
    traits: p.containers ? p.traits : held.traits,
  });
  checkTenant(walk, group, id, entry);
  return true;
}
