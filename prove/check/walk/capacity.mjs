import { same, scaled } from '../amounts.mjs';
import { displacements } from './conflicts.mjs';
import { isOfWithdrawal, poolEnded, providerRetired, withdrawn } from './endings.mjs';
import { admissions } from './unbacked.mjs';

/** A provider's total changes at an operator's request. A forced decrease may also displace reservations. */
export function capacityChanged(walk, group, entry) {
  if (entry.k === 'provider') return providerRetired(walk, group, entry.o);
  if (walk.pools.has(entry.o)) return poolEnded(walk, group, entry);
  if (isOfWithdrawal(walk, entry)) return withdrawn(walk, group, entry);
  const operation = walk.operations.change(entry.o, entry.x);
  walk.cursor.at += 1;
  walk.pools.set(entry.o, { p: entry.p, s: entry.s, t: entry.t, x: entry.x });
  walk.attribute(group, operation, `a change of capacity`);
  if (!operation) return undefined;
  const { p, kind } = operation;
  const expected = scaled(p.amounts, kind === 'decrease' ? -1 : 1);
  if (!same(entry.x, expected) || entry.p !== p.provider)
    walk.complain('P2', 'capacity changed otherwise than asked', group);
  const isWindow = p.start === undefined || (entry.s === p.start && entry.t === (p.end ?? Infinity));
  if (!isWindow) walk.complain('P2', 'capacity changed for another time than asked', group);
  group.force = p.force === true;
  if (group.force) displacements(walk, group, entry.p);
  return admissions(walk, group);
}
