import { PassThrough } from 'node:stream';
import { PeerChannel } from './peer-channel.js';

interface Message {
  readonly text: string;
}

describe('a channel', () => {
  let socket: PassThrough;
  let received: Message[];
  beforeEach(() => {
    socket = new PassThrough();
    received = [];
  });

  /** A channel that only reads what the test writes. */
  const reading = (): PeerChannel<Message, Message> =>
    new PeerChannel<Message, Message>(socket, (message) => received.push(message));

  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('sends what comes in one turn of the event loop as one line', async () => {
    const written: string[] = [];
    const channel = new PeerChannel<Message, Message>(socket, () => undefined);
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => written.push(bytes.toString()));
    channel.send({ text: 'a' });
    channel.send({ text: 'b' });
    await nextTurn();
    channel.send({ text: 'c' });
    await nextTurn();
    expect(written).toEqual(['[{"text":"a"},{"text":"b"}]\n', '[{"text":"c"}]\n']);
  });

  it('reads messages in order, however the bytes come', async () => {
    reading();
    const bytes = Buffer.from('[{"text":"größer"},{"text":"b"}]\n[{"text":"c"}]\n[{"text":');
    for (const byte of bytes) socket.write(Buffer.from([byte]));
    await nextTurn();
    expect(received.map(({ text }) => text)).toEqual(['größer', 'b', 'c']);
  });

  it('closes when a line makes no sense', async () => {
    reading();
    socket.write('nonsense\n');
    await nextTurn();
    expect(received).toEqual([]);
    expect(socket.destroyed).toBe(true);
  });

  it('closes when a line has no end', async () => {
    reading();
    const piece = 'x'.repeat(1_000_000);
    for (let number = 0; number < 70 && !socket.destroyed; number++) {
      socket.write(piece);
      await nextTurn();
    }
    expect(socket.destroyed).toBe(true);
  });

  it('sends what is waiting when it ends', async () => {
    const written: string[] = [];
    const channel = new PeerChannel<Message, Message>(socket, () => undefined);
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => written.push(bytes.toString()));
    channel.send({ text: 'a' });
    channel.end();
    await nextTurn();
    expect(written).toEqual(['[{"text":"a"}]\n']);
  });
});
