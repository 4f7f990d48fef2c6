import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostAndPort, isAnyAddress } from './kernel/host-and-port.js';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Take a free port when this one is busy, rather than fail. */
  readonly orAnother: boolean;
}

/**
 * Starts to listen and gives the base URL, as seen from this machine.
 *
 * @throws Error that names the variable to change
 */
export async function listen(server: Server, { host, port, orAnother }: ListenOptions): Promise<string> {
  try {
    await listenOn(server, host, port);
  } catch (error) {
    if (!orAnother || codeOf(error) !== 'EADDRINUSE') throw explained(error, host, port);
    await listenOn(server, host, 0);
  }
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${hostAndPortOf(server.address() as AddressInfo)}`;
}

/**
 * Fails as `listen` would. The workers begin with the application, before it listens: a process that cannot be reached must
 * not do their work.
 */
export async function checkAddress(options: ListenOptions): Promise<void> {
  const probe = createServer();
  await listen(probe, options);
  probe.close();
  await once(probe, 'close');
}

async function listenOn(server: Server, host: string, port: number): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(port, host);
  await listening;
}

function explained(error: unknown, host: string, port: number): Error {
  const code = codeOf(error);
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT: ${port} is in use by another program: stop that one or choose another port, 0 for a free one`,
    EACCES: `PORT: this user may not listen on ${port}: choose a port above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: ${host} is not known`,
  };
  const text = texts[code] ?? `HOST, PORT: can't listen on ${host}:${port}: ${code}`;
  return new Error(text, { cause: error });
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

function hostAndPortOf({ address, port }: AddressInfo): string {
  return hostAndPort(isAnyAddress(address) ? '127.0.0.1' : address, port);
}
