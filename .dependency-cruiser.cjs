/** The arrows of docs/architecture.md, checked by a machine. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
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
      name: 'allocation-stands-alone',
      comment: 'The heart is called by the modules; it calls none of them.',
      severity: 'error',
      from: { path: '^src/allocation' },
      to: {
        path: '^src/(providers|pools|capacity|reservations|instances|subscriptions|notifications|http)/',
      },
    },
    {
      name: 'database-knows-no-module',
      comment: 'Modules name their entities in TypeOrmModule.forFeature; src/database lists none of them.',
      severity: 'error',
      from: { path: '^src/database' },
      to: { path: '^src/(?!database|kernel|config|embedded-postgres)' },
    },
    {
      name: 'controllers-call-services',
      comment: 'Three hops from route to SQL: controller, service, repository.',
      severity: 'error',
      from: { path: 'controller\\.ts$' },
      to: { path: '(repository|entity)\\.ts$' },
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
