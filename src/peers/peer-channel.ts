import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** The longest line taken in; a batch of requests has some ten thousand characters. */
const MOST_CHARACTERS = 64_000_000;

/**
 * Messages over a socket: lines, each a JSON array of messages. What is sent within one turn of the event loop goes in one
 * line, as writing to a socket costs more than making a message. Whatever is wrong with a line closes the socket.
 */
export class PeerChannel<In, Out> {
  private outgoing: Out[] = [];
  private incoming = '';
  private readonly decoder = new StringDecoder('utf8');

  constructor(
    private readonly socket: Duplex,
    private readonly onMessage: (message: In) => void,
  ) {
    socket.on('data', (bytes: Buffer) => this.take(this.decoder.write(bytes)));
    socket.on('end', () => socket.destroy());
    socket.on('error', () => socket.destroy());
  }

  send(message: Out): void {
    if (this.outgoing.push(message) === 1) setImmediate(() => this.flush());
  }

  /** Sends what is to be sent, and closes the socket. */
  end(): void {
    this.flush();
    this.socket.end();
  }

  /** Closes the socket, whatever is to be sent. */
  close(): void {
    this.socket.destroy();
  }

  private flush(): void {
    const messages = this.outgoing;
    this.outgoing = [];
    if (messages.length > 0 && this.socket.writable) this.socket.write(`${JSON.stringify(messages)}\n`);
  }

  private take(text: string): void {
    const lines = text.split('\n');
    lines[0] = this.incoming + lines[0];
    this.incoming = lines.pop() ?? '';
    if (this.incoming.length > MOST_CHARACTERS) this.socket.destroy();
    for (const message of lines.flatMap((line) => this.parse(line))) this.onMessage(message);
  }

  private parse(line: string): readonly In[] {
    try {
      return JSON.parse(line) as In[];
    } catch {
      this.socket.destroy();
      return [];
    }
  }
}
