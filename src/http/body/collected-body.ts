import type { IncomingMessage } from 'node:http';
import { Bag } from '../../kernel/bag.js';

/** In bytes. */
export const BODY_LIMIT = 256 * 1024;
/** Of a notification to the inbox. */
export const INBOX_LIMIT = 16 * 1024;

/** Memory that Node needs for a chunk besides its content: some 440 bytes, by measurement. */
const CHUNK_OVERHEAD = 512;

const BODY = Symbol('body');

interface CollectedRequest extends IncomingMessage {
  [BODY]?: Buffer | 'too-large';
}

/** `displaced`: newer bodies needed the memory. */
export type Collected = 'ready' | 'displaced';

interface Arriving {
  /** In the order of arrival. */
  readonly number: number;
  /** Bytes of content. */
  size: number;
  /** Bytes of memory, with the overhead of the chunks. */
  memory: number;
  displace(): void;
}

/**
 * Reads the bodies of requests. Together the bodies that are arriving take a limited amount of memory. Beyond it the oldest is
 * given up: an honest body arrives within milliseconds, so the oldest is that of a slow client.
 */
export class BodyCollector {
  private readonly arriving = new Bag<Arriving>();
  private begun = 0;
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Calls back once, when the body is complete, exceeds its limit or is displaced; not if the connection closes before that. */
  collect(request: CollectedRequest, done: (collected: Collected) => void): void {
    const chunks: Buffer[] = [];
    const stop = (): boolean => {
      const isArriving = leave();
      if (isArriving) this.bytes -= body.memory;
      return isArriving;
    };
    const finish = (content: Buffer | 'too-large', collected: Collected = 'ready'): void => {
      if (!stop()) return;
      chunks.length = 0;
      request[BODY] = content;
      done(collected);
    };
    const body: Arriving = {
      number: (this.begun += 1),
      size: 0,
      memory: 0,
      displace: () => finish('too-large', 'displaced'),
    };
    const onData = (chunk: Buffer): void => {
      // The rest of a body that was given up.
      if (request[BODY] !== undefined) return;
      const memory = chunk.length + CHUNK_OVERHEAD;
      body.size += chunk.length;
      body.memory += memory;
      this.bytes += memory;
      chunks.push(chunk);
      if (body.size > BODY_LIMIT) finish('too-large');
      else this.makeRoom();
    };
    const onEnd = (): void => finish(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, body.size));
    const leave = this.arriving.add(body);
    request.on('data', onData).on('end', onEnd).on('close', stop);
  }

  private makeRoom(): void {
    if (this.bytes <= this.maxBytes) return;
    const oldest = [...this.arriving].reduce((one, other) => (one.number < other.number ? one : other));
    oldest.displace();
  }
}

export function bodyOf(request: CollectedRequest): Buffer | 'too-large' {
  return request[BODY] ?? Buffer.alloc(0);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
