import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Below those that systems give to outgoing connections, and to listeners that don't care. */
const LEAST = 20_000;
const MOST = 32_000;
const PATIENCE_MILLISECONDS = 5_000;

const given = new Set();

/** A port nobody listens on at the moment; none is given twice, as nobody holds it until it is used. */
export async function freePort() {
  for (;;) {
    const port = randomInt(LEAST, MOST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/**
 * Waits until a port is free that somebody is to listen on. Else whoever has it would answer in his place.
 *
 * @throws Error when it does not become free
 */
export async function awaitFree(port) {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
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
