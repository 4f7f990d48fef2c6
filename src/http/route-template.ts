import type { Request } from 'express';
import { routesAt } from './served-methods.js';

/** Label of all paths without a route. */
const UNMATCHED = 'unmatched';

/** The template of the route a request is for, such as `/reservations/:id`. */
export function routeTemplate(request: Request): string {
  // Express sets it once it has found the route.
  const { route } = request as { readonly route?: { readonly path: string } };
  return route?.path ?? templateOfRefused(request);
}

/** The route of a request that was refused before the router, for instance because of its body. */
function templateOfRefused(request: Request): string {
  const routes = routesAt(request);
  const served = routes.find(({ methods }) => methods[request.method.toLowerCase()]);
  return (served ?? routes.at(0))?.path ?? UNMATCHED;
}
