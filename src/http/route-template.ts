import type { Request } from 'express';
import { routesAt } from './served-methods.js';

/** Stands for every path that nothing answers at. */
const UNMATCHED = 'unmatched';

/** The template of the route a request is for, such as `/reservations/:id`. */
export function routeTemplate(request: Request): string {
  // Express sets it once it has found the route.
  const { route } = request as { readonly route?: { readonly path: string } };
  return route?.path ?? templateOfRefused(request);
}

/** A request that was refused before it came to the router, by its body for instance, was for a route all the same. */
function templateOfRefused(request: Request): string {
  const routes = routesAt(request);
  const served = routes.find(({ methods }) => methods[request.method.toLowerCase()]);
  return (served ?? routes.at(0))?.path ?? UNMATCHED;
}
