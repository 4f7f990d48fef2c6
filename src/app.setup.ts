import type { Server } from 'node:http';
import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import type { Configuration } from './config/configuration.js';
import { AllowGuard, checkRole } from './http/allow.guard.js';
import { doorOf } from './access/http/doorman.js';
import { AllowedHosts } from './http/edge/allowed-hosts.js';
import { beforeBody } from './http/edge/before-body.js';
import { TrustedProxies } from './http/edge/client-address.js';
import { askDoor, type Door } from './http/door.js';
import { DEFAULT_LIMITS, type EdgeLimits } from './http/edge/edge-limits.js';
import { ErrorFilter } from './http/answers/error.filter.js';
import { limitHeavyRequests, limitLargeBodies } from './http/edge/heavy-requests.js';
import { readJsonBody } from './http/body/json-body.js';
import { protectAnswer } from './http/edge/protective-headers.js';
import { answerProtocolErrors, refuseUpgrade } from './http/edge/protocol-refusals.js';
import { answerQueriesAsGet } from './http/body/query-alias.js';
import { parseParameters } from './http/body/query-parameters.js';
import { RequestFigures } from './http/edge/request-figures.js';
import { RequestGate } from './http/edge/request-gate.js';
import { assignRequestId } from './http/edge/request-id.js';
import { watchRequests } from './http/edge/request-watch.js';
import { shareAnswers } from './http/answers/shared-answers.js';
import { checkHost, checkLocal, checkSite } from './http/edge/site-checks.js';
import { Routes } from './http/routes.js';
import { UnknownMembersGuard } from './http/body/unknown-members.js';
import { WireValidationPipe } from './http/body/validation.js';
import { isLoopback } from './kernel/host-and-port.js';
import { BUILT_IN_CLASSES, type ResourceClass } from './kernel/resource-amounts.js';
import { HeavyWork } from './kernel/heavy-work.js';
import { Tracing } from './tracing/tracing.js';

const DEFAULT_HEAVY_REQUESTS = 2;

/** Longer than the idle time of common proxies (60 s), so that it is the proxy that closes and no request is lost. */
const KEEP_ALIVE_MS = 65_000;

/** What the application itself has for its edge. */
interface EdgeParts {
  /** Where requests are counted. */
  readonly figures: RequestFigures;
  /** What requests that take long share. */
  readonly heavyWork: HeavyWork;
  readonly tracing: Tracing;
  /** Authenticates and authorizes; absent: every caller may do everything. */
  readonly door?: Door;
}

/** What the edge of an application depends on, besides the request. */
export interface Edge extends EdgeParts {
  readonly limits: EdgeLimits;
  /** The resource classes there are, custom ones included. */
  readonly classes: ReadonlyMap<ResourceClass, number>;
  readonly hosts: AllowedHosts;
  readonly proxies: TrustedProxies;
  /** Receivers have to agree before a subscription names them. */
  readonly asksReceivers: boolean;
  /** Only requests of this machine are served. */
  readonly isLocalOnly: boolean;
}

/** An edge without settings: no limits on requests, no authentication. */
function openEdge(): Omit<Edge, 'figures' | 'heavyWork' | 'tracing'> {
  return {
    limits: DEFAULT_LIMITS,
    classes: BUILT_IN_CLASSES,
    hosts: new AllowedHosts(),
    proxies: new TrustedProxies([]),
    asksReceivers: false,
    isLocalOnly: false,
  };
}

export function edgePartsOf(app: NestExpressApplication): EdgeParts {
  return {
    figures: app.get(RequestFigures),
    heavyWork: app.get(HeavyWork),
    tracing: app.get(Tracing),
    door: doorOf(app),
  };
}

/** The edge that an operator's settings describe. */
export function edgeOf(configuration: Configuration, parts: EdgeParts): Edge {
  const { requestLimit, requestLimitPerAddress, allowedHosts, host, trustedProxies } = configuration;
  const limits = { requests: requestLimit, requestsPerAddress: requestLimitPerAddress };
  return {
    ...parts,
    limits: { ...DEFAULT_LIMITS, ...limits },
    classes: configuration.policies.largestAmounts,
    hosts: new AllowedHosts([...allowedHosts, host]),
    proxies: new TrustedProxies(trustedProxies),
    asksReceivers: configuration.callbackChallenge,
    // Others that can reach the port have no credentials to send.
    isLocalOnly: !parts.door && configuration.databaseUrl === undefined && isLoopback(host),
  };
}

/**
 * Puts the HTTP edge on an application: everything between the socket and a controller. The service and the tests both
 * go through here, so that tests run the same edge. Create the application with `bodyParser: false`.
 *
 * Order: request id, host and origin, principal, role, body, place. Nothing that costs comes before the principal, and a request
 * takes a place only when its body is whole.
 */
export function setUpApp(app: NestExpressApplication, settings: Partial<Edge> = {}): void {
  const parts = {
    figures: new RequestFigures(),
    heavyWork: new HeavyWork(DEFAULT_HEAVY_REQUESTS),
    tracing: new Tracing(),
  };
  const edge: Edge = { ...parts, ...openEdge(), ...settings };
  const { figures, heavyWork } = edge;
  const server: Server = app.getHttpServer();
  heavyWork.yieldToOthersOf(() => figures.inFlight);
  const routes = routesIn(app);
  routes.keepIn(app);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', parseParameters);
  app.use(
    answerQueriesAsGet,
    limitLargeBodies(heavyWork, edge.door),
    readJsonBody,
    shareAnswers(),
    limitHeavyRequests(heavyWork, edge.door, edge.asksReceivers),
  );
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalGuards(
    ...(edge.door ? [new AllowGuard(edge.door)] : []),
    new UnknownMembersGuard(edge.classes),
  );
  app.useGlobalPipes(new WireValidationPipe(edge.classes));
  RequestGate.before(server, { ...edge, beforeBody: beforeBody(checksOf(edge, routes)) });
  answerProtocolErrors(server);
  server.headersTimeout = edge.limits.arrivalMilliseconds;
  server.requestTimeout = edge.limits.arrivalMilliseconds;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}

/** Of all controllers there are. */
function routesIn(app: NestExpressApplication): Routes {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap(({ controllers: of }) => [...of.values()]);
  return new Routes(controllers.flatMap(({ metatype }) => (metatype as Type | null) ?? []));
}

/** In this order, before a request's body is read. */
function checksOf({ figures, tracing, hosts, isLocalOnly, door }: Edge, routes: Routes): RequestHandler[] {
  return [
    assignRequestId,
    watchRequests(figures, tracing),
    protectAnswer,
    refuseUpgrade,
    checkHost(hosts),
    ...(isLocalOnly ? [checkLocal] : []),
    checkSite(hosts),
    ...(door ? [askDoor(door), checkRole(door, routes)] : []),
  ];
}
