/** Longer heads are read each time: idle connections, of which there may be thousands, would keep them. */
const MAX_REMEMBERED = 4_096;

const HEAD_END = '\r\n\r\n';
const REQUEST_LINE = /^(?:GET|POST|DELETE) (\/[^ ]*) HTTP\/1\.1\r\n/;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d{1,9})\r\n/i;
const ACCEPT = /\r\naccept: *([^\r]*)\r\n/i;

/** What would have the request end elsewhere, leaves that in doubt, or asks for more than an answer. */
const SPECIAL = new RegExp(
  [
    'transfer-encoding',
    'expect',
    'upgrade',
    'connection:(?! *keep-alive\\r\\n)',
    'content-length(?!: *\\d{1,9}\\r\\n)',
    'content-length:[^]*\\r\\ncontent-length',
    'accept:[^]*\\r\\naccept:',
  ]
    .map((header) => `\\r\\n${header}`)
    .join('|'),
  'i',
);

/** A request that some bytes are all of. */
export interface WholeRequest {
  /** With its query. */
  readonly path: string;
  /** What its client takes, if it says so. */
  readonly accept?: string;
  /** Bytes up to the first of the body. */
  readonly headLength: number;
}

/**
 * What these bytes say, if they are all of one request, from its first byte to its last, as an ordinary client sends it.
 * Undefined for everything else, be it good or bad HTTP: that is for a parser to say.
 */
export function readWholeRequest(bytes: Buffer): WholeRequest | undefined {
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd + 2);
  const line = REQUEST_LINE.exec(head);
  if (!line || SPECIAL.test(head)) return undefined;
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
  const headLength = headEnd + HEAD_END.length;
  return headLength + length === bytes.length
    ? { path: line[1], accept: ACCEPT.exec(head)?.[1], headLength }
    : undefined;
}

/**
 * Reads the requests of one connection. A client mostly sends the same head again and again: what it says, and how long its body
 * is, has been read then. So a copy of the last head, with its credential, is kept for as long as the connection is open, unless it is long.
 */
export class RequestsOfClient {
  private last?: WholeRequest & { readonly head: Buffer; readonly length: number };

  /** As `readWholeRequest`. */
  read(bytes: Buffer): WholeRequest | undefined {
    if (this.last && hasHead(bytes, this.last)) return this.last;
    const request = readWholeRequest(bytes);
    if (request && request.headLength <= MAX_REMEMBERED) {
      const head = Buffer.from(bytes.subarray(0, request.headLength));
      this.last = { ...request, head, length: bytes.length };
    }
    return request;
  }
}

function hasHead(bytes: Buffer, { head, length }: { head: Buffer; length: number }): boolean {
  return bytes.length === length && bytes.compare(head, 0, head.length, 0, head.length) === 0;
}
