import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** One answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** One connection and its answers. */
export class RawClient {
  private bytes = '';

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => (this.bytes += text));
    socket.on('error', () => undefined);
  }

  static async to(server: Server): Promise<RawClient> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** The complete answers received so far. An answer to HEAD, which has no body, would look incomplete. */
  get answers(): RawAnswer[] {
    const answers: RawAnswer[] = [];
    for (let rest = this.bytes; rest !== '';) {
      const [, head, status] = /^(HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n)/.exec(rest) ?? [];
      if (head === undefined) break;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length < head.length + length) break;
      answers.push({ status: Number(status), head, body: rest.slice(head.length, head.length + length) });
      rest = rest.slice(head.length + length);
    }
    return answers;
  }

  /** Sends some bytes, and returns the answer to them. */
  async send(bytes: string): Promise<RawAnswer> {
    const { length } = this.answers;
    this.socket.write(bytes, 'latin1');
    return (await this.whenThere(length + 1))[length];
  }

  /** Waits until there are `count` answers, and returns them. More answers are an error. */
  async whenThere(count: number): Promise<RawAnswer[]> {
    while (this.answers.length < count) {
      const { closed } = this.socket;
      if (closed) throw new Error(`closed after ${this.answers.length} of ${count} answers`);
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
    expect(this.answers).toHaveLength(count);
    return this.answers;
  }
}
