import { Option, type Command } from 'commander';
import type { Context } from './context.js';
import { parseTime } from './times.js';
import { formatTime } from '@headroom/client';
import { UsageError } from './failures.js';

const DEFAULT_LIMIT = 1000;

export function withLimit(command: Command): Command {
  return command.addOption(new Option('--limit <n>', 'records at most').default(String(DEFAULT_LIMIT)));
}

/**
 * The first records of a list, as many as `--limit` says; a note on stderr tells that there are more.
 *
 * @throws UsageError
 */
export async function firstOf<T>(context: Context, items: AsyncIterable<T>, limit: string): Promise<T[]> {
  const { found, isCut } = await cutList(items, limit);
  if (isCut) noteCut(context, limit);
  return found;
}

export interface CutList<T> {
  readonly found: T[];
  readonly isCut: boolean;
}

/** @throws UsageError */
export async function cutList<T>(items: AsyncIterable<T>, limit: string): Promise<CutList<T>> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1)
    throw new UsageError(`--limit ${limit}: expected a number from 1 on`);
  const found: T[] = [];
  for await (const item of items) {
    if (found.length === most) return { found, isCut: true };
    found.push(item);
  }
  return { found, isCut: false };
}

export function noteCut(context: Context, limit: string): void {
  context.note(`headroom: there are more than ${Number(limit)}; --limit shows more of them`);
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
