import { createHeadroom } from './headroom.js';

function client() {
  const sent: string[] = [];
  const fetch = ({ url }: Request): Promise<Response> => {
    sent.push(url);
    return Promise.resolve(Response.json({ items: [] }));
  };
  return { sent, ...createHeadroom({ baseUrl: 'http://service.example', fetch }) };
}

describe('a parameter of a path', () => {
  // Regression: an empty id read the list, and '..' another resource.
  it.each(['', '.', '..', undefined as never])('is refused before sending when it is %j', async (id) => {
    const { http, items, sent } = client();
    const read = http.GET('/reservations/{id}', { params: { path: { id } } });
    await expect(read).rejects.toThrow(TypeError);
    await expect(read).rejects.toThrow(/^id: /);
    await expect(items('/zones/{id}/addresses', { id }).next()).rejects.toThrow(/^id: /);
    expect(sent).toEqual([]);
  });

  it.each([
    ['...', '...'],
    ['a/../b', 'a%2F..%2Fb'],
    ['%2e%2e', '%252e%252e'],
  ])('%s is sent as one segment', async (id, segment) => {
    const { http, sent } = client();
    await http.GET('/reservations/{id}', { params: { path: { id } } });
    expect(sent).toEqual([`http://service.example/reservations/${segment}`]);
  });
});
