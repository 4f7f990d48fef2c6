/** First and last usable address of a range, as numbers. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** The usable addresses of a CIDR: without network and broadcast address, but for /31 and /32. */
export function spanOf(range: string): Span {
  const bits = lengthOf(range);
  const size = 2 ** (32 - bits);
  const network = Math.floor(toNumber(range.split('/')[0]) / size) * size;
  return bits >= 31
    ? { first: network, last: network + size - 1 }
    : { first: network + 1, last: network + size - 2 };
}

/** The number after the slash; a bare address stands for itself alone. */
export function lengthOf(range: string): number {
  return Number(range.split('/')[1] ?? 32);
}

export function addressesIn({ first, last }: Span): number {
  return last - first + 1;
}

export function toNumber(address: string): number {
  return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}

export function toText(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
