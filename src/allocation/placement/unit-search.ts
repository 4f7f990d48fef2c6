import { timesItFits, type ResourceClass } from '../../kernel/resource-amounts.js';
import type { UnitGroup } from './demand.js';

/** What a provider can back of each class. It may be negative. */
export type Room = Record<ResourceClass, number>;

/** Steps of one search, which take some milliseconds: it blocks the other requests of the zone. */
const MAX_STEPS = 5_000;

/** Steps of the searches for many reservations in one decision. Once they are taken, the others are only dealt in order. */
export const STEPS_OF_MANY = 4 * MAX_STEPS;

/** The steps that a search, or several together, may still take. */
export class SearchBudget {
  constructor(private steps = MAX_STEPS) {}

  /** False if none is left. */
  take(): boolean {
    this.steps -= 1;
    return this.steps >= 0;
  }
}

/**
 * Divides units of different sizes among providers by trying. Each provider in turn takes as many of the last group as
 * still fit: a unit of a later provider that fits may as well lie here.
 *
 * @param suits whether a provider may back a unit of a group, by their indexes
 * @returns for each provider the number of units of each group; undefined if there is no such division, or if it is not
 *   found within the budget
 */
export function divideUnits(
  groups: readonly UnitGroup[],
  rooms: readonly Readonly<Room>[],
  suits: (provider: number, group: number) => boolean,
  budget: SearchBudget,
): number[][] | undefined {
  const missing = groups.map(({ count }) => count);
  const left = rooms.map((room) => ({ ...room }));
  const leftFrom = sumsFrom(rooms);
  const dealt = rooms.map(() => groups.map(() => 0));
  const failed = new Set<string>();

  const fill = (provider: number): boolean => {
    if (missing.every((count) => count === 0)) return true;
    if (provider === rooms.length || !isRoomFor(groups, missing, leftFrom[provider])) return false;
    const state = `${provider} ${missing.join(' ')}`;
    if (failed.has(state)) return false;
    if (choose(provider, 0)) return true;
    failed.add(state);
    return false;
  };

  const choose = (provider: number, group: number): boolean => {
    if (group === groups.length) return fill(provider + 1);
    if (!budget.take()) return false;
    const { amounts } = groups[group];
    const room = left[provider];
    const fits = suits(provider, group) ? Math.floor(timesItFits(room, amounts)) : 0;
    const most = Math.max(0, Math.min(missing[group], fits));
    const least = group === groups.length - 1 ? most : 0;
    for (let count = most; count >= least; count--) {
      move(provider, group, count);
      if (choose(provider, group + 1)) return true;
      move(provider, group, -count);
    }
    return false;
  };

  const move = (provider: number, group: number, count: number): void => {
    const { amounts } = groups[group];
    for (const name in amounts) left[provider][name] -= amounts[name] * count;
    missing[group] -= count;
    dealt[provider][group] += count;
  };

  return fill(0) ? dealt : undefined;
}

/** For each provider, the room of it and all later ones together. */
function sumsFrom(rooms: readonly Readonly<Room>[]): Room[] {
  const sums: Room[] = [];
  let sum: Room = {};
  for (const room of rooms.toReversed()) {
    sum = { ...sum };
    for (const name in room) sum[name] = (sum[name] ?? 0) + Math.max(0, room[name]);
    sums.unshift(sum);
  }
  return sums;
}

/** Whether some providers have together what all missing units need. */
function isRoomFor(groups: readonly UnitGroup[], missing: readonly number[], room: Readonly<Room>): boolean {
  const needed: Room = {};
  for (const [index, { amounts }] of groups.entries()) {
    for (const name in amounts) needed[name] = (needed[name] ?? 0) + amounts[name] * missing[index];
  }
  for (const name in needed) if ((room[name] ?? 0) < needed[name]) return false;
  return true;
}
