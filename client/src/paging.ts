import type { paths } from './generated/openapi.js';

/** The body of a page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

interface Listing<T> {
  get: { responses: { 200: { content: { 'application/json': { items: T[] } } } } };
}

/** The paths that answer a list page by page. */
export type ListPath = {
  [P in keyof paths]: paths[P] extends Listing<unknown> ? P : never;
}[keyof paths];

export type ItemOf<P extends ListPath> = paths[P] extends Listing<infer T> ? T : never;

/** The filters of a list; `id` names the parent where the path has one. */
export type ListQuery<P extends ListPath> = paths[P] extends { get: { parameters: infer A } }
  ? Omit<A extends { query?: infer Q } ? NonNullable<Q> : object, 'cursor'> &
      (A extends { path: infer I } ? I : object)
  : never;

/** Reads one page; `cursor` undefined: the first. */
export type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** A page may be empty and still have a next one, so the end of the list is the page without `next`. */
export async function* pagesOf<T>(read: ReadPage<T>): AsyncGenerator<readonly T[], void, undefined> {
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor);
    yield items;
    cursor = next;
  } while (cursor !== undefined);
}
