/** The arrows of docs/architecture.md, checked by a machine. Imports of types alone count like all others. */

/** The modules, from the bottom up: each may import those before it. */
const MODULES = [
  'kernel',
  'embedded-postgres',
  'config',
  'database',
  'security',
  'tracing',
  'logging',
  'demo',
  'allocation',
  'sharding',
  'http',
  'openapi',
  'idempotency',
  'console',
  'access',
  'zones',
  'self-check',
  'providers',
  'reports',
  'capacity',
  'instances',
  'pools',
  'reservations',
  'windows',
  'subscriptions',
  'notifications',
  'metrics',
  'health',
];

/** The rooms of a module, from the bottom up likewise. */
const ROOMS = {
  allocation: ['timeline', 'fold', 'addresses', 'admission', 'ledger', 'placement', 'loop'],
  access: ['keys', 'audit', 'tokens', 'oidc', 'keystone', 'http'],
  notifications: ['delivery', 'telling'],
};

/** Forbids the imports that could close a cycle: those of a later folder, and those of a folder that isn't listed. */
function onlyDownwards(within, folders) {
  const rules = folders.slice(0, -1).map((folder, index) => ({
    name: `${folder}-imports-nothing-above`,
    severity: 'error',
    from: { path: `^${within}/${folder}/` },
    to: { path: `^${within}/(${folders.slice(index + 1).join('|')})/` },
  }));
  const unlisted = {
    name: `every-folder-of-${within.replace('/', '-')}-has-a-place`,
    severity: 'error',
    from: { path: `^${within}/(?!(${[...folders, 'dto'].join('|')})/)[^/]+/` },
    to: {},
  };
  return [...rules, unlisted];
}

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...onlyDownwards('src', MODULES),
    ...Object.entries(ROOMS).flatMap(([module, rooms]) => onlyDownwards(`src/${module}`, rooms)),
    {
      name: 'kernel-is-pure',
      comment: 'The kernel knows no framework, no database and no other room.',
      severity: 'error',
      from: { path: '^src/kernel' },
      to: { path: '^src/(?!kernel)|node_modules/(@nestjs|typeorm|pg|express)' },
    },
    {
      name: 'domain-knows-no-http',
      comment: 'HTTP appears only at the edge.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '(controller|module|/http/|/openapi/|/health/|/dto/|idempotency-key|request-metrics|main|app\\.|\\.spec)',
      },
      to: { path: '^src/http|node_modules/express' },
    },
    {
      name: 'controllers-call-services',
      comment: 'Three hops from route to SQL: controller, service, repository.',
      severity: 'error',
      from: { path: 'controller\\.ts$' },
      to: { path: '(repository|entity)\\.ts$' },
    },
    {
      name: 'intake-has-one-door',
      comment: 'What reads beneath the HTTP parser has one importer, which works without it (decision 11).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/http/(intake/|edge/request-gate\\.ts$)' },
      to: { path: '^src/http/intake/' },
    },
    {
      name: 'only-tracing-knows-opentelemetry',
      comment: 'Without an SDK the rest of the service calls nothing of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/tracing' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client runs in browsers too: it knows the service by its document alone.',
      severity: 'error',
      from: { path: '^client/src', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src|cli|console|test)/|^node:', pathNot: '^client/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
