import Module from 'node:module';
import type { TestServer } from './postgres.js';

/** The only value that reaches the teardown, which Jest loads separately. */
export type WithTestServer = typeof globalThis & { headroomTestServer?: TestServer };

/** One PostgreSQL for the whole run, with the template that every test database is copied from. */
export default async function globalSetup(): Promise<void> {
  const restore = resolveSourcesOfImports();
  try {
    const { buildTemplate, SERVER_VARIABLE, startTestServer } = await import('./postgres.js');
    const { findCluster } = await import('./cluster.js');
    const server = await startTestServer();
    (globalThis as WithTestServer).headroomTestServer = server;
    process.env[SERVER_VARIABLE] = server.url;
    await findCluster(server.url);
    // Jest skips the teardown if the set-up fails.
    await buildTemplate(server.url).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  } finally {
    restore();
  }
}

interface Resolution {
  _resolveFilename(request: string, ...rest: unknown[]): string;
}

/**
 * Jest transforms the imports of its global set-up but resolves them by Node's own rules, without `moduleNameMapper`. So this function
 * resolves a `.js` import to its source.
 */
function resolveSourcesOfImports(): () => void {
  const resolution = Module as unknown as Resolution;
  const original = resolution._resolveFilename.bind(Module);
  resolution._resolveFilename = (request, ...rest) => {
    try {
      return original(request, ...rest);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
      return original(request.replace(/js$/, 'ts'), ...rest);
    }
  };
  return () => {
    resolution._resolveFilename = original;
  };
}
