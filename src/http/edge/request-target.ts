import type { IncomingMessage } from 'node:http';

const PATH = /^\/[^\s#]*$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)/i;

/**
 * Gives a request its path and query as its target. The authority of a whole address takes the place of `Host` (RFC 9112, 3.2.2), and
 * a fragment is dropped.
 *
 * Node accepts targets that Express can't read: it would find no path in them, or throw, wherever the path is asked for.
 *
 * @returns false for such a target
 */
export function readTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const { url = '' } = request;
  if (PATH.test(url) || url === '*') return true;
  const [, authority, rest = url] = ABSOLUTE.exec(url) ?? [];
  const [target] = rest.split('#', 1);
  const path = authority === undefined || target.startsWith('/') ? target : `/${target}`;
  if (!PATH.test(path)) return false;
  request.url = path;
  if (authority !== undefined) request.headers.host = authority;
  return true;
}
