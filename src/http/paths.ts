/**
 * What the code around the router knows of paths, which it sees before a handler is chosen. Like Express' router it ignores case and a
 * slash at the end. `src/kernel/request-weight.ts` has a list of its own, because the configuration depends on its weights.
 */

const KIND = '(?:compute|network|storage)';

/** Matches whole paths; the forms leave out the slash at the beginning. */
function paths(...forms: readonly string[]): RegExp {
  return new RegExp(`^/(?:${forms.join('|')})/?$`, 'i');
}

/** The Group A paths and the status with which each reports an outcome, good or bad. */
const OUTCOME_STATUS: ReadonlyMap<string, number> = new Map([
  ['/add-provider', 200],
  ['/create-reservation', 200],
  ['/update-reservation', 200],
  ['/cancel-reservation', 200],
  ['/confirm-reservation', 200],
  ['/query-reservation', 200],
  ['/create-instance', 200],
  ['/destroy-instance', 200],
  ['/decrease-capacity', 200],
  ['/increase-capacity', 200],
  ['/query-capacity', 201],
]);

export const OPERATIONS_PATHS: readonly string[] = [...OUTCOME_STATUS.keys()];

/** The HTTP status of an outcome on a Group A path; undefined for any other path. */
export function outcomeStatus(path: string): number | undefined {
  return OUTCOME_STATUS.get(path) ?? OUTCOME_STATUS.get(path.toLowerCase().replace(/\/$/, ''));
}

const TERMINATION = `reservation/${KIND}/[^/]+`;
const TERMINATIONS = paths(TERMINATION);
const CONTRACT = paths(
  'add-provider',
  '(?:create|update|cancel|query)-reservation',
  '(?:create|destroy)-instance',
  '(?:increase|decrease|query)-capacity',
  `capacity/${KIND}/(?:query|subscribe|notification)`,
  `reservation/(?:${KIND}/(?:create|query|update)|subscribe)`,
);

/** Whether a request is one of the contract's, which ignore unknown members. All others are additions and refuse them. */
export function isContractRequest(method: string, path: string): boolean {
  return CONTRACT.test(path) || (method === 'DELETE' && TERMINATIONS.test(path));
}

/** The paths of Group B, which names the classes differently. */
export const NORTHBOUND = /^\/(?:capacity|reservation)\//i;

/** The paths with a query in the body of a GET. */
export const QUERIES = paths(`(?:capacity|reservation)/${KIND}/query`);
export const CAPACITY_QUERIES = paths(`capacity/${KIND}/query`);

/** What the inbox keeps is not the service's own, and is listed again. */
export const INBOX = paths(`capacity/${KIND}/notification`);

/** Commands that need no body, such as `POST /providers/{id}/discover`. */
export const COMMANDS = paths('(?:providers|subscriptions|deliveries|keys)/[^/]+/[a-z-]+', 'self-check');

/** Lists and records, which are read from the database, and Group B's queries of reservations. */
export const RECORDS = paths(
  '(?:audit|deliveries|instances|keys|notifications|pools|providers|reservations|subscriptions|zones)(?:/.*)?',
  `reservation/${KIND}/query`,
);

/** What changes with other methods than GET without a decision in a zone, and without a platform. */
export const PLAIN_RECORDS = paths(
  '(?:deliveries|instances|keys|subscriptions)(?:/.*)?',
  `capacity/${KIND}/(?:subscribe|notification)`,
  'reservation/subscribe',
);

export const DECREASE = paths('decrease-capacity');

/** Group A's paths with a dry run, whose answers call it `dry-run`, and the others, which call it `dryRun`. */
export const DRY_RUN_OPERATIONS = paths(
  '(?:create|update|cancel)-reservation',
  '(?:create|destroy)-instance',
  '(?:increase|decrease)-capacity',
);
export const OTHER_DRY_RUNS = paths(TERMINATION, 'pools/[^/]+', 'providers/[^/]+(?:/withdraw)?');

/**
 * Always read in parts. Group A's queries list everything that matches, unless they ask for a page. Reports are not among them:
 * they have limits of their own.
 */
export const ALWAYS_IN_PARTS = paths('query-(?:capacity|reservation)', 'self-check', 'find-windows');

/** Large documents from memory. */
export const DOCUMENTS = /^\/(?:openapi\.json\/?$|docs\/.|console\/assets\/.)/i;

/** Asked by monitoring, most of all under overload. Matches targets too, which have a query. */
export const MONITORING = /^\/(?:livez|readyz|metrics)\/?(?:\?|$)/i;

/** Pages that another site may link to. Without a path behind it: `/`, `/openapi.json`. */
export const PAGES = /^\/(?:$|openapi\.json$|(?:docs|console)(?:\/|$))/i;

const OPEN = /^\/(?:|livez\/?|readyz\/?|openapi\.json\/?|docs(?:\/.*)?|console(?:\/.*)?)$/i;

/**
 * Whether a request for this path and query needs no credentials. `@Allow('anyone')` opens the
 * operations of these paths; one without it stays closed.
 */
export function isOpenPath(target: string): boolean {
  return OPEN.test(target.split('?', 1)[0]);
}
