const HEAD_END = '\r\n\r\n';
const REQUEST_LINE = /^(?:GET|POST|DELETE) (\/[^ ]*) HTTP\/1\.1\r\n/;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d{1,9})\r\n/i;

/** What would have the request end elsewhere, leaves that in doubt, or asks for more than an answer. */
const SPECIAL = new RegExp(
  [
    'transfer-encoding',
    'expect',
    'upgrade',
    'connection:(?! *keep-alive\\r\\n)',
    'content-length(?!: *\\d{1,9}\\r\\n)',
    'content-length:[^]*\\r\\ncontent-length',
  ]
    .map((header) => `\\r\\n${header}`)
    .join('|'),
  'i',
);

/**
 * The path (with its query) of a request that these bytes are all of: one request, from its first byte to its last, as an ordinary
 * client sends it. Undefined for everything else, be it good or bad HTTP: that is for a parser to say.
 */
export function pathOfWholeRequest(bytes: Buffer): string | undefined {
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd + 2);
  const line = REQUEST_LINE.exec(head);
  if (!line || SPECIAL.test(head)) return undefined;
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
  return headEnd + HEAD_END.length + length === bytes.length ? line[1] : undefined;
}
