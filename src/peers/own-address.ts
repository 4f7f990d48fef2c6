import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { hostAndPort, isAnyAddress } from '../kernel/host-and-port.js';

/**
 * `host:port` at which other processes reach a server.
 *
 * @param host where the operator has said so; else it is what the server listens on, and where that stands for all
 * addresses, the first one of this machine
 */
export function reachableAddress({ address, port }: AddressInfo, host?: string): string {
  const reachable = host ?? (isAnyAddress(address) ? (firstOfMachine() ?? '127.0.0.1') : address);
  return hostAndPort(reachable, port);
}

function firstOfMachine(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
