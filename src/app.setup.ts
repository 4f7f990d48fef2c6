import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ErrorFilter } from './http/error.filter.js';
import { inTurn } from './http/in-turn.js';
import { readJsonBody } from './http/json-body.js';
import { answerProtocolErrors, requireHost } from './http/protocol-refusals.js';
import { answerQueriesAsGet } from './http/query-alias.js';
import { assignRequestId } from './http/request-id.js';
import { buildDocument } from './http/openapi/document.js';
import { DocumentedRequests } from './http/openapi/documented-requests.js';
import { limitRequests } from './http/request-limit.js';
import { watchRequests } from './http/request-watch.js';
import { checkUnknown } from './http/unknown-members.js';
import { WireValidationPipe } from './http/validation.js';
import { BUILT_IN_CLASSES, type ResourceClass } from './kernel/resource-amounts.js';
import { RequestFigures } from './metrics/request-figures.js';

const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/** Longer than the idle time of common proxies (60 s), so that it is the proxy that closes and no request is lost. */
const KEEP_ALIVE_MILLISECONDS = 65_000;

/**
 * Puts the HTTP edge on an application: everything between the socket and a controller. The service and the tests both
 * go through here, so that what is tested is what runs. Create the application with `bodyParser: false`.
 *
 * @param figures where requests are counted
 * @param requestLimit how many may be under way at once
 * @param classes the resource classes there are, custom ones included
 */
export function setUpApp(
  app: NestExpressApplication,
  figures = new RequestFigures(),
  requestLimit = Infinity,
  classes: ReadonlyMap<ResourceClass, number> = BUILT_IN_CLASSES,
): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  const documented = new DocumentedRequests(() => buildDocument(classes));
  app.use(
    inTurn(
      assignRequestId,
      watchRequests(figures),
      requireHost,
      answerQueriesAsGet,
      readJsonBody,
      checkUnknown(documented),
    ),
  );
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new WireValidationPipe(classes));
  limitRequests(app.getHttpServer(), figures, requestLimit);
  answerProtocolErrors(app.getHttpServer());
  setTimeouts(app.getHttpServer());
}

function setTimeouts(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MILLISECONDS;
  server.requestTimeout = REQUEST_TIMEOUT_MILLISECONDS;
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
}
