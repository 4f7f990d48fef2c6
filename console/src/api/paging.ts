import type { ListPath } from '@headroom/client';
import { headroom } from './headroom';
import { explained, type Query } from './http';

export interface Listed<T> {
  readonly items: readonly T[];
  /** More match than were read. */
  readonly isCut: boolean;
}

const PAGE_LIMIT = 1000;

/** Reads pages until there is none, or `max` records are there. */
export function readAll<T>(
  path: ListPath,
  query: Query,
  max: number,
  signal?: AbortSignal,
  perPage = PAGE_LIMIT,
): Promise<Listed<T>> {
  const limit = Math.min(perPage, max);
  return explained(readPages<T>(path, { ...query, limit }, max, signal), { signal });
}

async function readPages<T>(
  path: ListPath,
  query: Query,
  max: number,
  signal?: AbortSignal,
): Promise<Listed<T>> {
  const items: T[] = [];
  for await (const page of headroom.pages(path, query, { signal })) {
    items.push(...(page as readonly T[]));
    if (items.length > max) break;
  }
  return { items: items.slice(0, max), isCut: items.length > max };
}
