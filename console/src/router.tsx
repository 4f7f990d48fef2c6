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
import { RouteError } from './shell/RouteError';

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

/** Each page is loaded when it is opened. */
const capacity = createRoute({
  getParentRoute: () => root,
  path: '/capacity',
  component: lazyRouteComponent(() => import('./capacity/CapacityPage'), 'CapacityPage'),
});

const reservations = createRoute({
  getParentRoute: () => root,
  path: '/reservations',
  component: lazyRouteComponent(() => import('./reservations/ReservationsPage'), 'ReservationsPage'),
});

const find = createRoute({
  getParentRoute: () => root,
  path: '/find',
  component: lazyRouteComponent(() => import('./find/FindPage'), 'FindPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  component: lazyRouteComponent(() => import('./reports/ReportsPage'), 'ReportsPage'),
});

const providers = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  component: lazyRouteComponent(() => import('./providers/ProvidersPage'), 'ProvidersPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  component: lazyRouteComponent(() => import('./subscriptions/SubscriptionsPage'), 'SubscriptionsPage'),
});

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(() => import('./health/HealthPage'), 'HealthPage'),
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
