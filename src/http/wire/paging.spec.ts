import { of, lastValueFrom } from 'rxjs';
import { validate as isId } from 'uuid';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { NextPageLink, pageOf, readCursor, readLimit, type Page } from './paging.js';

const anyText = (): boolean => true;
const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));

/** Reads like a repository: at most `count` rows after a key. */
function readRows(after: string | undefined, count: number): typeof rows {
  return rows.filter(({ name }) => after === undefined || name > after).slice(0, count);
}

function page(query: Record<string, unknown>): Page<string> {
  const limit = readLimit(query.limit);
  const read = readRows(readCursor(query.cursor, anyText), limit + 1);
  return pageOf(
    read,
    { limit, list: '' },
    (row) => row.name,
    (row) => row.name.toUpperCase(),
  );
}

describe('paging', () => {
  it('leads through everything, each item once, and ends', () => {
    const first = page({ limit: '2' });
    const second = page({ limit: '2', cursor: first.next });
    const third = page({ limit: '2', cursor: second.next });
    expect([first.items, second.items, third.items]).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
    expect(third).not.toHaveProperty('next');
  });

  it('knows that a page that is just full is the last', () => {
    expect(page({ limit: 5 })).toEqual({ items: ['A', 'B', 'C', 'D', 'E'] });
  });

  it.each([
    [undefined, 10],
    [null, 10],
    ['1', 1],
    [1000, 1000],
    ['0010', 10],
  ])('reads the limit %j as %d', (value, limit) => expect(readLimit(value)).toBe(limit));

  it.each(['', '0', 0, -1, '1001', 1.5, '1.5', 'ten', ' 5', '0x10', true, ['1', '2'], {}, Number.NaN])(
    'refuses the limit %j and names it',
    (value) => expect(() => readLimit(value)).toThrow('limit must be an integer from 1 to 1000'),
  );

  it.each(['', 'x', '%00', 'MTp4', ['a', 'b'], 7, Buffer.from('2:x').toString('base64url')])(
    'refuses the cursor %j, which no page has given',
    (cursor) => expect(() => readCursor(cursor, isId)).toThrow('cursor must be'),
  );
});

describe('NextPageLink', () => {
  async function linkOf(originalUrl: string, body: unknown): Promise<string | undefined> {
    let link: string | undefined;
    const setHeader = (_: string, value: string): void => void (link = value);
    const context = {
      switchToHttp: () => ({ getRequest: () => ({ originalUrl }), getResponse: () => ({ setHeader }) }),
    } as unknown as ExecutionContext;
    const handler: CallHandler = { handle: () => of(body) };
    await lastValueFrom(new NextPageLink().intercept(context, handler));
    return link;
  }

  it('keeps the other parameters and replaces the cursor', async () => {
    const link = await linkOf('/providers?limit=2&cursor=old', { items: [], next: 'new' });
    expect(link).toBe('</providers?limit=2&cursor=new>; rel="next"');
  });

  it('keeps what follows a question mark within a parameter', async () => {
    const link = await linkOf('/reservations?label=a:b?&zone=z&cursor=old', { items: [], next: 'new' });
    const { searchParams } = new URL(/^<(.+)>/.exec(link ?? '')?.[1] ?? '', 'http://127.0.0.1');
    expect(Object.fromEntries(searchParams)).toEqual({ label: 'a:b?', zone: 'z', cursor: 'new' });
  });

  it('adds no link on the last page, nor to a body that is no page', async () => {
    expect(await linkOf('/providers', { items: [] })).toBeUndefined();
    expect(await linkOf('/providers', undefined)).toBeUndefined();
  });
});
