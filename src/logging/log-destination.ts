import fs from 'node:fs';
import type { DestinationStream } from 'pino';

/** Bytes of lines kept while they cannot be written, as on a full disk; later lines are dropped. */
const MAX_UNWRITTEN_BYTES = 1_048_576;

/**
 * Standard output, or another file descriptor. Lines are written at once, so that none is lost at the end. A failed write must
 * not end the process, nor stop it until the reader of a pipe goes on: its lines are kept and written with the next one that succeeds.
 * Not pino's own destination: its `flushSync`, which follows a fatal line, retries on a full disk without end.
 */
export class LogDestination implements DestinationStream {
  /** Lines, the first of which may be partly written. */
  private unwritten: Buffer[] = [];
  private unwrittenBytes = 0;

  constructor(private readonly fd = 1) {}

  write(text: string): void {
    const line = Buffer.from(text);
    this.unwritten.push(line);
    this.unwrittenBytes += line.length;
    this.writeAll();
    if (this.unwrittenBytes > MAX_UNWRITTEN_BYTES && this.unwritten.at(-1) === line) {
      this.unwritten.pop();
      this.unwrittenBytes -= line.length;
    }
  }

  private writeAll(): void {
    try {
      for (let first = this.unwritten[0]; first; first = this.unwritten[0]) {
        const bytes = fs.writeSync(this.fd, first);
        this.unwrittenBytes -= bytes;
        if (bytes < first.length) this.unwritten[0] = first.subarray(bytes);
        else this.unwritten.shift();
      }
    } catch {
      // There is nowhere to report it.
    }
  }
}
