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

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
