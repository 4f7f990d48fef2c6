import Module from 'node:module';
import type { TestServer } from './postgres.js';

/** The one thing that reaches the teardown, which jest loads apart. */
export type WithTestServer = typeof globalThis & { headroomTestServer?: TestServer };

/** One PostgreSQL for the whole run, and in it the template that every test database is copied from. */
export default async function globalSetup(): Promise<void> {
  const restore = resolveSourcesOfImports();
  try {
    const { buildTemplate, SERVER_VARIABLE, startTestServer } = await import('./postgres.js');
    const { findCluster } = await import('./cluster.js');
    const server = await startTestServer();
    (globalThis as WithTestServer).headroomTestServer = server;
    process.env[SERVER_VARIABLE] = server.url;
    await findCluster(server.url);
    // Jest skips the teardown when the set-up fails.
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
 * Jest transforms what its global set-up imports, but finds it by Node's own rules, without `moduleNameMapper`: the
 * source behind a `.js` is looked for here.
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
