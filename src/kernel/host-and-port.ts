/** An address that stands for all of a machine's: no address one can go to. */
export function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** As it stands in a URL. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
