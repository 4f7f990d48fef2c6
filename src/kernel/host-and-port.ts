/** True for the wildcard address, to which no client can connect. */
export function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** The form used in a URL. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** True for an address that only programs on the same machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
