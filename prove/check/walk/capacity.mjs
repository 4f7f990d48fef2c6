import { same, scaled } from '../amounts.mjs';
import { displacements } from './conflicts.mjs';
import { admissions } from './unbacked.mjs';

/** A provider's total changes, as an operator has asked; by force also what was promised of it. */
export function capacityChanged(walk, group, entry) {
  walk.cursor.at += 1;
  const operation = walk.operations.change(entry.o, entry.x);
  const withdrawal = operation ? undefined : walk.operations.withdrawal(entry.p);
  if (withdrawal) return withdrawn(walk, group, entry, withdrawal);
  walk.attribute(group, operation, `a change of capacity`);
  if (!operation) return;
  const { p, kind } = operation;
  const expected = scaled(p.amounts, kind === 'decrease' ? -1 : 1);
  if (!same(entry.x, expected) || entry.p !== p.provider)
    walk.complain('P2', 'capacity changed otherwise than asked', group);
  const isWindow = p.start === undefined || (entry.s === p.start && entry.t === (p.end ?? Infinity));
  if (!isWindow) walk.complain('P2', 'capacity changed for another time than asked', group);
  group.force = p.force === true;
  if (group.force) displacements(walk, group);
  admissions(walk, group);
}

/** All of a provider's capacity is taken away: nothing is left at any instant from then on. */
function withdrawn(walk, group, { p, w }, operation) {
  const { cursor } = walk;
  walk.attribute(group, operation, 'a withdrawal of capacity');
  while (cursor.peek()?.m === 'total' && cursor.peek().p === p) cursor.at += 1;
  const state = walk.figuresReached();
  const isLeft = state.classes.some((name) => {
    const { total } = state.figuresOf(p, name);
    return [...state.places(w, Infinity)].some((index) => index >= 0 && total[index] !== 0);
  });
  if (isLeft) walk.complain('P2', 'capacity was withdrawn and is still there', group);
}
