import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Draining } from './http/draining.js';

const SWEEP_MILLISECONDS = 50;

/** Well below the ten seconds that process managers commonly grant. */
const PATIENCE_MILLISECONDS = 6_000;

/**
 * Takes no more connections and lets the requests under way finish, then stops the workers. In this order, because a
 * request may still need a worker.
 */
export async function stopServing(app: NestExpressApplication): Promise<void> {
  app.get(Draining).begin();
  await closeServer(app.getHttpServer());
  await app.close();
}

/** Node closes idle connections once; those that become idle later, or send one request after another, are swept up here. */
async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MILLISECONDS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(impatience);
}
