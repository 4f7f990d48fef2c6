const MASK = '***';

/** An address without the values of its query: tokens of receivers and platforms often stand there. */
export function maskedAddress(address: string): string {
  const [base, query] = splitOnce(address, '?');
  if (query === undefined) return address;
  const parts = query.split('&').map((part) => {
    const [name, value] = splitOnce(part, '=');
    return value === undefined ? MASK : `${name}=${MASK}`;
  });
  return `${base}?${parts.join('&')}`;
}

/** Whether an address has a masked value: it comes from an answer, and its own value is not known. */
export function isMasked(address: string): boolean {
  const [, query = ''] = splitOnce(address, '?');
  return query.split('&').some((part) => part === MASK || splitOnce(part, '=')[1] === MASK);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
