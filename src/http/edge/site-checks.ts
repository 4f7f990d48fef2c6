import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isLoopbackHost, type AllowedHosts } from './allowed-hosts.js';
import { EdgeRefusal } from '../answers/problem.js';
import { isRepeated } from '../../kernel/repeated-header.js';
import { PAGES } from '../paths.js';

/**
 * HTTP/1.1 requires `Host`; Node's check is turned off (`requireHostHeader`), because it answers without a body. A name that
 * is not the service's own is refused: an attacker's name may resolve to the service's address (DNS rebinding).
 */
export function checkHost(hosts: AllowedHosts): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { host } = request.headers;
    if (isRepeated('host', request)) next(malformed('is sent more than once'));
    else if (host === undefined && request.httpVersion === '1.0') next();
    else if (host === undefined) next(malformed('is missing'));
    else next(hosts.has(host) ? undefined : notServed());
  };
}

/** Browsers say from where a page makes a request: `Origin`, `Sec-Fetch-Site`. What other sites' pages ask is refused. */
export function checkSite(hosts: AllowedHosts): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined && site === undefined) next();
    else next(isOwnSite(hosts, request) || isVisit(request) ? undefined : foreignSite());
  };
}

/**
 * For a service without authentication on its operator's own machine: a request that names another machine, or has come
 * through a proxy, may be anybody's.
 */
export function checkLocal(request: Request, _response: Response, next: NextFunction): void {
  const isLocal = isLoopbackHost(request.headers.host ?? '') && !isForwarded(request);
  next(isLocal ? undefined : localOnly());
}

function isOwnSite(hosts: AllowedHosts, request: Request): boolean {
  const { host, origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return hosts.hasOrigin(origin, host);
  return site === 'same-origin' || site === 'none';
}

/** A link to a page: it shows nothing to the site that has the link. */
function isVisit({ method, path, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers['sec-fetch-mode'] === 'navigate' && isTopLevel(headers) && PAGES.test(path);
}

function isTopLevel({ origin, 'sec-fetch-dest': destination }: Request['headers']): boolean {
  return origin === undefined && destination === 'document';
}

function isForwarded({ headers }: Request): boolean {
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true;
  return false;
}

function malformed(flaw: string): EdgeRefusal {
  return new EdgeRefusal(400, 'malformed-request', `The header Host ${flaw}.`);
}

function notServed(): EdgeRefusal {
  const detail = 'The service does not answer to this Host; the setting ALLOWED_HOSTS lists its names.';
  return new EdgeRefusal(421, 'host-not-served', detail);
}

function foreignSite(): EdgeRefusal {
  const detail = 'A page of another site may not use the service.';
  return new EdgeRefusal(403, 'foreign-site', detail);
}

function localOnly(): EdgeRefusal {
  const detail =
    'Without authentication the service only answers its own machine: Host must be a loopback name, and no proxy may be on the way.';
  return new EdgeRefusal(403, 'local-only', detail);
}
