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
      from: { path: '^src/', pathNot: '(controller|module|/http/|/dto/|main|app\\.|\\.spec)' },
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
      name: 'peers-carry-anything',
      comment: 'What processes ask each other is nothing that the connection between them knows.',
      severity: 'error',
      from: { path: '^src/peers' },
      to: { path: '^src/(?!peers|config|kernel)' },
    },
    {
      name: 'controllers-call-services',
      comment: 'Three hops from route to SQL: controller, service, repository.',
      severity: 'error',
      from: { path: 'controller\\.ts$' },
      to: { path: '(repository|entity)\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
