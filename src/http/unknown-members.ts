import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isContractRequest } from './contract-paths.js';
import type { DocumentedRequest, DocumentedRequests } from './openapi/documented-requests.js';
import { SERVICE_TAG } from './openapi/operation.js';
import { queryAliases } from './query-alias.js';
import { nameOf, noteUnknown, unknownText, type UnknownMember } from './warnings.js';
import { invalidRequest } from './wire-amounts.js';
import { isPlainObject } from './wire-checks.js';

/**
 * Looks for query parameters and members of a body that a request's operation doesn't take. An endpoint of our own refuses them: a filter
 * that is misspelled would silently be none. The contract's endpoints ignore and name them. The service's own probes take whatever
 * a proxy or an orchestrator puts behind their address.
 *
 * The bodies of the contract, and the filters that may come as parameters, are left to `WireValidationPipe`.
 */
export function checkUnknown(documented: DocumentedRequests): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const isContract = isContractRequest(request.method, request.path);
    const isBodyOpen = !isContract || request.method === 'DELETE';
    const hasParameters = request.url.includes('?');
    const hasMembers = isBodyOpen && isPlainObject(request.body) && Object.keys(request.body).length > 0;
    const known = hasParameters || hasMembers ? documented.find(request.method, request.path) : undefined;
    if (!known || known.tags.includes(SERVICE_TAG)) {
      next();
      return;
    }
    const unknown = [
      ...(hasParameters ? unknownParameters(request, known) : []),
      ...(hasMembers ? known.unknownMembers(request.body) : []),
    ];
    if (isContract) noteUnknown(request.body as object, unknown);
    next(isContract || unknown.length === 0 ? undefined : refusalOf(unknown));
  };
}

function unknownParameters(request: Request, known: DocumentedRequest): UnknownMember[] {
  // A filter's parameters are read with its body.
  if (request.method === 'GET' && queryAliases(request.path).length > 0) return [];
  return known.unknownParameters(Object.keys(request.query));
}

function refusalOf(unknown: readonly UnknownMember[]): Error {
  return invalidRequest(
    unknown.map((member) => ({ path: member.path, detail: `${nameOf(member.path)} ${unknownText(member)}` })),
  );
}
