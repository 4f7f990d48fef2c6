import { formatTime } from '@headroom/client';
import type { Amounts } from './amounts.js';
import type { Period } from './period.js';
import type { Step } from './steps.js';

/** A stretch of time in which an amount is available throughout. */
export interface Room {
  readonly start: string;
  /** The latest start at which the whole duration still lies in the stretch. */
  readonly latestStart: string;
  /** End of the earliest window. */
  readonly end: string;
}

/**
 * The stretches of the period that hold the amounts for the duration, the earliest first.
 *
 * @param seconds length of the window that is looked for
 */
export function roomIn(
  classes: Readonly<Record<string, readonly Step[]>>,
  amounts: Amounts,
  seconds: number,
  period: Period,
): Room[] {
  const wanted = Object.entries(amounts).filter(([, amount]) => amount > 0);
  const all = wanted.map(([name]) => classes[name] ?? []);
  const instants = [...new Set([period.from.getTime(), ...all.flat().map(({ start }) => Date.parse(start))])]
    .filter((instant) => instant < period.to.getTime())
    .sort((a, b) => a - b);
  const rooms: Room[] = [];
  let begin: number | undefined;
  const close = (end: number): void => {
    if (begin !== undefined && end - begin >= seconds * 1000) rooms.push(roomOf(begin, end, seconds));
    begin = undefined;
  };
  for (const instant of instants) {
    const fits = wanted.every(([, amount], index) => availableAt(all[index] ?? [], instant) >= amount);
    if (!fits) close(instant);
    else begin ??= instant;
  }
  close(period.to.getTime());
  return rooms;
}

function roomOf(begin: number, end: number, seconds: number): Room {
  const write = (instant: number): string => formatTime(new Date(instant));
  const length = seconds * 1000;
  return { start: write(begin), latestStart: write(end - length), end: write(begin + length) };
}

function availableAt(steps: readonly Step[], instant: number): number {
  return steps.findLast(({ start }) => Date.parse(start) <= instant)?.available ?? 0;
}
