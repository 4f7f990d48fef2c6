import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseSearch } from './view-search';
import { Shell } from './shell/Shell';
import { NotFound } from './shell/NotFound';
import { PageNotLoaded, RouteError } from './shell/RouteError';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: parseSearch,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ search }) => redirect({ to: '/capacity', search, replace: true, throw: true }),
});

/**
 * A page, which is loaded when it is opened. For the browser's own error the router would load the document again, and while the service
 * is away nothing would be left of it.
 */
function page<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
) {
  const loaded = (): Promise<T> =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded(cause);
    });
  return lazyRouteComponent(loaded, name);
}

const capacity = createRoute({
  getParentRoute: () => root,
  path: '/capacity',
  component: page(() => import('./capacity/CapacityPage'), 'CapacityPage'),
});

const reservations = createRoute({
  getParentRoute: () => root,
  path: '/reservations',
  component: page(() => import('./reservations/ReservationsPage'), 'ReservationsPage'),
});

const find = createRoute({
  getParentRoute: () => root,
  path: '/find',
  component: page(() => import('./find/FindPage'), 'FindPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  component: page(() => import('./reports/ReportsPage'), 'ReportsPage'),
});

const providers = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  component: page(() => import('./providers/ProvidersPage'), 'ProvidersPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  component: page(() => import('./subscriptions/SubscriptionsPage'), 'SubscriptionsPage'),
});

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: page(() => import('./health/HealthPage'), 'HealthPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    capacity,
    reservations,
    find,
    reports,
    providers,
    subscriptions,
    health,
  ]),
  basepath: '/console',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
