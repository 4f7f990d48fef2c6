import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Below the ports that systems assign to outgoing connections, and to listeners that name no port. */
const LEAST = 20_000;
const MAX_PORT = 32_000;
const TIMEOUT_MS = 5_000;

const given = new Set();

/** A port without a listener. No port is returned twice, because it is not reserved until it is used. */
export async function freePort() {
  for (;;) {
    const port = randomInt(LEAST, MAX_PORT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/**
 * Waits until a port is free for a new listener. Otherwise the process that still has the port would answer its requests.
 *
 * @throws Error if the port does not become free
 */
export async function awaitFree(port) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isFree(port))) {
    if (Date.now() > deadline) throw new Error(`port ${port} is taken by somebody else`);
    await pause(50);
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
