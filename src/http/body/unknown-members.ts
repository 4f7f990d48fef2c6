import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { BUILT_IN_CLASSES, type ResourceClass } from '../../kernel/resource-amounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isPlainObject } from '../../kernel/plain-object.js';
import { BodyReading } from './body-reading.js';
import { isContractRequest } from '../paths.js';
import { isUnsafe } from './filter-merge.js';
import { handlerClass, type Handler } from './handler-classes.js';
import { queryAliases } from './query-alias.js';
import {
  droppedFrom,
  MAX_WARNINGS,
  nameOf,
  noteUnknown,
  unknownText,
  type UnknownMember,
} from '../answers/warnings.js';
import { invalidRequest } from '../wire/wire-amounts.js';
import { isDryRunName, resemblesDryRun } from '../wire/wire-dry-run.js';
import { shapeOf } from '../wire/wire-shape.js';

const TAKES_ANYTHING = 'headroom:takes-anything';

/** For the service's own probes: they accept whatever a proxy or an orchestrator puts behind their address. */
export const TakesAnything = (): ClassDecorator => SetMetadata(TAKES_ANYTHING, true);

/**
 * Looks for query parameters and members of a body that a request's handler doesn't declare. An endpoint of our own refuses them: a filter
 * that is misspelled would silently be none. The contract's endpoints ignore and name them.
 *
 * The bodies of the contract, and the filters that may come as parameters, are left to `WireValidationPipe`.
 */
@Injectable()
export class UnknownMembersGuard implements CanActivate {
  /** @param classes the resource classes there are, which name the members of amounts */
  constructor(private readonly classes: ReadonlyMap<ResourceClass, number> = BUILT_IN_CLASSES) {}

  canActivate(context: ExecutionContext): boolean {
    const handler = { controller: context.getClass(), method: context.getHandler() };
    if (Reflect.getMetadata(TAKES_ANYTHING, handler.controller)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const unknown = this.unknownIn(request, handler);
    if (unknown.length === 0) return true;
    if (!isContractRequest(request.method, request.path)) throw refusalOf(unknown);
    refuseMisplacedDryRun(unknown, request, handler);
    noteUnknown(request.body as object, unknown);
    return true;
  }

  private unknownIn(request: Request, handler: Handler): readonly UnknownMember[] {
    const isBodyOpen = !isContractRequest(request.method, request.path) || request.method === 'DELETE';
    return [
      ...(request.url.includes('?') ? unknownParameters(request, handler) : []),
      ...droppedFrom(request.body),
      ...(isBodyOpen && isPlainObject(request.body) ? this.unknownMembers(request.body, handler) : []),
    ];
  }

  private unknownMembers(body: Record<string, unknown>, handler: Handler): readonly UnknownMember[] {
    const type = handlerClass(handler, 'body');
    if (!type) return unknownNames(Object.keys(body), []);
    const reading = new BodyReading(this.classes);
    reading.fill(type, body);
    return reading.unknown;
  }
}

function unknownParameters(request: Request, handler: Handler): UnknownMember[] {
  // A filter's parameters are read with its body.
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (isGet && queryAliases(request.path).length > 0) return unsafeParameters(request);
  const type = handlerClass(handler, 'query');
  return unknownNames(Object.keys(request.query), type ? shapeOf(type).names : []);
}

/** Parameters that `mergeFilter` leaves out. */
function unsafeParameters(request: Request): UnknownMember[] {
  const names = Object.keys(request.query).map((name) => name.split('.'));
  return names
    .filter(isUnsafe)
    .slice(0, MAX_WARNINGS)
    .map((path) => ({ path, known: [] }));
}

function unknownNames(names: readonly string[], known: readonly string[]): UnknownMember[] {
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MAX_WARNINGS);
  return unknown.map((name) => ({ path: [name], known }));
}

/** What Group A and Group B call the same member. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['hold', 'holdSeconds'],
  ['wait-until', 'waitUntil'],
];

const NO_DRY_RUN = 'is not known here: there is no dry run of it';

/**
 * Refuses members that are not known here, but without which the request would mean something else: one that asks for a dry
 * run where there is none or by another spelling, or that has the spelling of the other group. Other unknown members are
 * ignored and named.
 *
 * @throws DomainError `invalid-request`
 */
export function refuseMisnamed(unknown: readonly UnknownMember[]): void {
  for (const { path, known } of unknown) {
    if (path.length > 1) continue;
    const [name] = path;
    const isOfDryRun = resemblesDryRun(name);
    const here = isOfDryRun ? known.find(isDryRunName) : otherSpelling(name);
    if (here !== undefined && known.includes(here)) {
      throw DomainError.invalidField([name], `is not known here: it is called ${here}`);
    }
    if (isOfDryRun) throw DomainError.invalidField([name], NO_DRY_RUN);
  }
}

function otherSpelling(name: unknown): string | undefined {
  const pair = SPELLINGS.find((spellings) => spellings.some((spelling) => spelling === name));
  return pair?.find((spelling) => spelling !== name);
}

/**
 * A dry run that is asked for in the wrong place must not be carried out for real: the parameters of a DELETE say what it
 * is to do, and the members of a body what any other request is. The other unknown members of the contract's requests
 * are ignored.
 */
function refuseMisplacedDryRun(unknown: readonly UnknownMember[], request: Request, handler: Handler): void {
  const misplaced = unknown.find(({ path: [name] }) => resemblesDryRun(name));
  if (!misplaced) return;
  const [name] = misplaced.path;
  throw DomainError.invalidField([name], dryRunRule(String(name), request, handler));
}

function dryRunRule(name: string, request: Request, handler: Handler): string {
  if (request.method === 'DELETE') return 'must be a query parameter here: ?dryRun=true';
  const body = handlerClass(handler, 'body');
  const takesDryRun = body !== undefined && shapeOf(body).names.some(isDryRunName);
  const spelled = isDryRunName(name) ? name : 'dryRun';
  return takesDryRun ? `must be a member of the body here: {"${spelled}": true}` : NO_DRY_RUN;
}

function refusalOf(unknown: readonly UnknownMember[]): Error {
  return invalidRequest(
    unknown.map((member) => ({ path: member.path, detail: `${nameOf(member.path)} ${unknownText(member)}` })),
  );
}
