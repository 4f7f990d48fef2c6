import type { Pace } from './pace.js';

/** Zones that are read at the same time; of more than these, the next are read once others had their turn. */
const AT_ONCE = 16;

/** Reads many zones for one request without holding up all others. Results are in the order of the items. */
export async function inTurns<T, R>(
  pace: Pace,
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  if (items.length <= AT_ONCE) return Promise.all(items.map(read));
  const results: R[] = [];
  for (const group of groupsOf(items)) {
    results.push(...(await pace.step(() => Promise.all(group.map(read)))));
    await pace.breathe();
  }
  return results;
}

/** Splits items into groups that are read at the same time. */
export function groupsOf<T>(items: readonly T[], size = AT_ONCE): T[][] {
  const groups: T[][] = [];
  for (let from = 0; from < items.length; from += size) groups.push(items.slice(from, from + size));
  return groups;
}
