import type { Figures } from '../../allocation/fold/capacity-timelines.js';
import type { CapacitySubscription, Threshold } from '../../subscriptions/subscription.js';

/** A subscription with a condition, and whether it held at the last evaluation; undefined: never evaluated. */
export interface Conditioned {
  readonly subscription: CapacitySubscription;
  readonly threshold: Threshold;
  held?: boolean;
}

/** Conditions that compare the same quantity, by the value they compare it with. */
interface Group {
  readonly quantity: Pick<Threshold, 'type' | 'figure'>;
  readonly members: Conditioned[];
  isSorted: boolean;
}

/** Wider than any rounding of a percentage. An unnecessary evaluation fires nothing. */
const TOLERANCE = 1e-6;

/** The conditions on one class, sorted so that a change evaluates only those it can turn. */
export class Conditions {
  private readonly groups = new Map<string, Group>();

  add(member: Conditioned): void {
    const { type, figure } = member.threshold;
    const key = `${type} ${figure}`;
    let group = this.groups.get(key);
    if (!group) {
      group = { quantity: { type, figure }, members: [], isSorted: true };
      this.groups.set(key, group);
    }
    group.members.push(member);
    group.isSorted = false;
  }

  /** Conditions whose value the quantity has passed, reached or left. */
  *turnedBy(before: Figures, after: Figures): Iterable<Conditioned> {
    for (const group of this.groups.values()) {
      const [a, b] = [quantityIn(before, group.quantity), quantityIn(after, group.quantity)];
      if (a === b) continue;
      const members = sorted(group);
      const upTo = Math.max(a, b) + TOLERANCE;
      for (let i = firstFrom(members, Math.min(a, b) - TOLERANCE); i < members.length; i++) {
        if (members[i].threshold.value > upTo) break;
        yield members[i];
      }
    }
  }

  *[Symbol.iterator](): Iterator<Conditioned> {
    for (const { members } of this.groups.values()) yield* members;
  }
}

function quantityIn(figures: Figures, { type, figure }: Group['quantity']): number {
  if (type === 'absoluteValue') return figures[figure];
  return figures.total <= 0 ? 0 : (figures[figure] * 100) / figures.total;
}

function sorted(group: Group): readonly Conditioned[] {
  if (!group.isSorted) group.members.sort((a, b) => a.threshold.value - b.threshold.value);
  group.isSorted = true;
  return group.members;
}

/** The index of the first member with at least a value. */
function firstFrom(members: readonly Conditioned[], value: number): number {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (members[middle].threshold.value < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
