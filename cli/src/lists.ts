import type { Command } from 'commander';
import type { Context } from './context.js';
import { parseTime } from './times.js';
import { formatTime } from '@headroom/client';
import { wholeNumber } from './numbers.js';

const DEFAULT_LIMIT = 1000;

export function withLimit(command: Command, description = 'records at most', limit = DEFAULT_LIMIT): Command {
  return command.option('--limit <n>', description, wholeNumber(1), limit);
}

/** The first records of a list, as many as `--limit` says; a note on stderr tells that there are more. */
export async function firstOf<T>(context: Context, items: AsyncIterable<T>, limit: number): Promise<T[]> {
  const { found, isCut } = await cutList(items, limit);
  if (isCut) noteCut(context, limit);
  return found;
}

export interface CutList<T> {
  readonly found: T[];
  readonly isCut: boolean;
}

export async function cutList<T>(items: AsyncIterable<T>, limit: number): Promise<CutList<T>> {
  const found: T[] = [];
  for await (const item of items) {
    if (found.length === limit) return { found, isCut: true };
    found.push(item);
  }
  return { found, isCut: false };
}

/** @param most that the service answers at once */
export function noteCut(context: Context, limit: number, most = Infinity): void {
  const help = limit < most ? '--limit shows more of them' : 'narrow the question to see others';
  context.note(`headroom: there are more than ${limit}; ${help}`);
}

export interface TimeFilter {
  readonly from?: string;
  readonly to?: string;
}

/** `from` and `to` of a list, as the service reads them. */
export function timeFilter({ from, to }: TimeFilter, now: Date): TimeFilter {
  const start = from === undefined ? undefined : parseTime(from, { now });
  const end = to === undefined ? undefined : parseTime(to, { now, reference: start });
  return {
    ...(start === undefined ? {} : { from: formatTime(start) }),
    ...(end === undefined ? {} : { to: formatTime(end) }),
  };
}
