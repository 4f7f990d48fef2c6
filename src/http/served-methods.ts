import type { Request } from 'express';
import { queryAliases } from './query-alias.js';

export interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean | undefined>>;
}

interface RouteLayer {
  readonly route?: Route;
  match(path: string): boolean;
}

/**
 * The methods served at the request's path, in alphabetical order; empty for an unknown path. It tries every route, so
 * it is only for requests that are refused anyway.
 */
export function servedMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const route of routesAt(request)) {
    for (const [name, served] of Object.entries(route.methods)) {
      if (served && name !== '_all') methods.add(name.toUpperCase());
    }
  }
  if (methods.has('GET')) {
    methods.add('HEAD');
    for (const alias of queryAliases(request.path)) methods.add(alias);
  }
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

/** The routes at the request's path, for any method. Like `servedMethods` only for refused requests. */
export function routesAt(request: Request): Route[] {
  const routes: Route[] = [];
  for (const layer of layersOf(request)) {
    if (layer.route && matches(layer, request.path)) routes.push(layer.route);
  }
  return routes;
}

/** Express does not type its router's stack. */
function layersOf(request: Request): readonly RouteLayer[] {
  const { router } = request.app as unknown as { router?: { stack?: RouteLayer[] } };
  return router?.stack ?? [];
}

function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A parameter with a broken percent escape: no route can take it.
    return false;
  }
}
