import type { ListPath } from '@headroom/client';
import { headroom } from './headroom';
import { explained, type Query } from './http';

export interface Listed<T> {
  readonly items: readonly T[];
  /** More may match than were read. */
  readonly isCut: boolean;
}

const PAGE_LIMIT = 1000;
/** A page may be empty and have a next one, so a rare record can be behind any number of them. */
const MAX_PAGES = 20;

/** Reads pages until there is none, `max` records are there, or so many pages were read that the service would be busy with them. */
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
  let pages = 0;
  for await (const page of headroom.pages(path, query, { signal })) {
    items.push(...(page as readonly T[]));
    pages += 1;
    if (items.length > max || pages === MAX_PAGES) return { items: items.slice(0, max), isCut: true };
  }
  return { items, isCut: false };
}
