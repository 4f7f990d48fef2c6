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

/** A number of units of a group that a provider takes. */
interface Trial {
  readonly provider: number;
  readonly group: number;
  readonly count: number;
  /** The last count to try. */
  readonly least: number;
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
  const trials: Trial[] = [];

  const stateAt = (provider: number): string => `${provider} ${missing.join(' ')}`;

  /** The counts to try for a group at a provider, unless what is missing fits nowhere from this provider on. */
  const open = (provider: number, group: number): Trial | undefined => {
    if (group === 0) {
      if (provider === rooms.length || !isRoomFor(groups, missing, leftFrom[provider])) return undefined;
      if (failed.has(stateAt(provider))) return undefined;
    }
    if (!budget.take()) return undefined;
    const fits = suits(provider, group) ? Math.floor(timesItFits(left[provider], groups[group].amounts)) : 0;
    const most = Math.max(0, Math.min(missing[group], fits));
    return { provider, group, count: most, least: group === groups.length - 1 ? most : 0 };
  };

  const move = ({ provider, group }: Trial, count: number): void => {
    const { amounts } = groups[group];
    for (const name in amounts) left[provider][name] -= amounts[name] * count;
    missing[group] -= count;
    dealt[provider][group] += count;
  };

  const next = (): Trial | undefined => {
    const { provider, group } = trials.at(-1) ?? { provider: -1, group: groups.length - 1 };
    return group === groups.length - 1 ? open(provider + 1, 0) : open(provider, group + 1);
  };

  /** Gives up the last trial that has no other count left, and those after it; undefined: there is none. */
  const back = (): Trial | undefined => {
    for (let last = trials.pop(); last; last = trials.pop()) {
      move(last, -last.count);
      if (last.count > last.least) return { ...last, count: last.count - 1 };
      if (last.group === 0) failed.add(stateAt(last.provider));
    }
    return undefined;
  };

  // No recursion: with thousands of providers the call stack would overflow.
  while (missing.some((count) => count > 0)) {
    const trial = next() ?? back();
    if (!trial) return undefined;
    move(trial, trial.count);
    trials.push(trial);
  }
  return dealt;
}

/** For each provider, the room of it and all later ones together. */
function sumsFrom(rooms: readonly Readonly<Room>[]): Room[] {
  const sums: Room[] = [];
  let sum: Room = {};
  for (const room of rooms.toReversed()) {
    sum = { ...sum };
    for (const name in room) sum[name] = (sum[name] ?? 0) + Math.max(0, room[name]);
    sums.push(sum);
  }
  return sums.reverse();
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
