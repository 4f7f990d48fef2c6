import type { RunningService } from './service.js';

type Item = Record<string, any>;

/** Reads a list to its end. `pages` is the number of requests. */
export async function wholeList(
  service: RunningService,
  path: string,
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  let next: string | undefined = path;
  let pages = 0;
  for (; next !== undefined; pages += 1) {
    const response = await service.http.get(next).expect(200);
    items.push(...(response.body.items as Item[]));
    const link = /^<(.+)>; rel="next"$/.exec(response.headers.link ?? '');
    next = link?.[1];
    expect(next !== undefined).toBe(typeof response.body.next === 'string');
  }
  return { items, pages };
}
