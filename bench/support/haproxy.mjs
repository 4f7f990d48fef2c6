// HAProxy as it is shipped in deploy/haproxy, in front of some processes of the service.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));
const START_MS = 10_000;

/** Debian's package `haproxy`, 2.6 or later. */
export const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

/** @returns `port` and `stop()`, once all servers are known to be ready */
export async function startHaproxy(ports) {
  const port = await freePort();
  const servers = ports.map((each, index) => [`HEADROOM_SERVER_${index + 1}`, `127.0.0.1:${each}`]);
  const env = { PATH: process.env.PATH, HEADROOM_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(servers) };
  const child = spawn('haproxy', ['-f', CONFIGURATION, '-db'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs);
  await ready(port);
  return {
    port,
    stop: async () => {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Servers count as ready until their first check, so two rounds of checks are waited for. */
async function ready(port) {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return pause(2_000);
    if (Date.now() > deadline) throw new Error('HAProxy did not become ready');
    await pause(50);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
