/** The paths that report an outcome in `result`, whatever the status. */
export const OPERATIONS_PATHS = [
  '/add-provider',
  '/create-reservation',
  '/update-reservation',
  '/cancel-reservation',
  '/confirm-reservation',
  '/query-reservation',
  '/create-instance',
  '/destroy-instance',
  '/decrease-capacity',
  '/increase-capacity',
  '/query-capacity',
];

/** Weights of operations, by default 1. Subscriptions add work to every change, and requests to platforms wait for name resolution. */
const WEIGHTS = [
  [/\/subscribe$/, 0.35],
  [/^\/(livez|readyz|metrics|openapi\.json)$/, 0.1],
  [/^\/providers\/\{id\}\/(discover|reconcile|withdraw)$/, 0.5],
  [/^\/(create|update)-|\/(create|update)$/, 2],
  [/^\/(add-provider|increase-capacity|decrease-capacity)$/, 1.5],
];

/** All operations in the OpenAPI document of the service. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, description]) => ({
      key: `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      description,
      parameters: (description.parameters ?? []).map((parameter) => resolve(document, parameter)),
      body: resolve(document, description.requestBody)?.content['application/json'],
      weight: WEIGHTS.find(([pattern]) => pattern.test(path))?.[1] ?? 1,
    })),
  );
}

/** The node, or the target of its reference. */
export function resolve(document, node) {
  if (typeof node?.$ref !== 'string') return node;
  const parts = node.$ref.replace(/^#\//, '').split('/');
  return parts.reduce((found, part) => found?.[part], document);
}
