import type { ContainersAsked, RoomAsked } from '../api/find-windows';
import type { Amounts } from '../kernel/amounts';
import type { Instant } from '../kernel/instant';

/** What the form of the page says. */
export interface Need {
  readonly isContainers: boolean;
  readonly amounts: Amounts;
  readonly containers: ContainersAsked;
  /** Seconds. Undefined: none is given. */
  readonly duration?: number;
  /** Where to look. Undefined: from now on. */
  readonly from?: Instant;
  /** Undefined: for a year. */
  readonly to?: Instant;
  /** A half-filled field has no value yet: `from` or `to` is the last one. */
  readonly isFromIncomplete?: boolean;
  readonly isToIncomplete?: boolean;
  readonly cpuArchitecture: string;
}

export type Question = { readonly asked: RoomAsked } | { readonly problem: string };

const MAX_CONTAINERS = 1000;

/** The question that a need makes, or why it can't be asked. */
export function questionOf(need: Need, zone: string | undefined, now: Instant): Question {
  const { isContainers, containers, duration, from, to } = need;
  if (duration === undefined) return { problem: 'Say for how long: give the hours.' };
  const problem = problemOf({ ...need, duration }, now);
  if (problem !== undefined) return { problem };
  const what = isContainers ? { containers } : { capacity: filled(need.amounts) };
  const cpuArchitecture = need.cpuArchitecture.trim() || undefined;
  return { asked: { zone, ...what, duration, from, to, cpuArchitecture } };
}

function problemOf(
  {
    isContainers,
    amounts,
    containers,
    from,
    to,
    duration,
    isFromIncomplete,
    isToIncomplete,
  }: Need & {
    readonly duration: number;
  },
  now: Instant,
): string | undefined {
  if (isContainers && containers.count > MAX_CONTAINERS)
    return `Ask for at most ${MAX_CONTAINERS} containers.`;
  const isNothing = isContainers ? containers.count < 1 : Object.keys(filled(amounts)).length === 0;
  if (isNothing) return 'Ask for something: give at least one amount.';
  if (isFromIncomplete || isToIncomplete) return 'A time is incomplete. Fill all of it, or none.';
  if (to !== undefined && to <= now) return 'The range to look in is over. Choose an end in the future.';
  if (to !== undefined && to - Math.max(from ?? now, now) < duration) {
    return 'The range to look in is shorter than the time that you need. Choose a later end, or a shorter time.';
  }
  return undefined;
}

function filled(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));
}

/** What is needed in all, of each class. */
export function totalOf({ isContainers, amounts, containers: { count, cores, ram } }: Need): Amounts {
  return filled(isContainers ? { cores: count * cores, ram: count * ram, instances: count } : amounts);
}
