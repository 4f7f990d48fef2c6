import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { PeerChannel } from './peer-channel.js';
import {
  PEER_TARGET,
  peerAuthorization,
  type NumberedQuestion,
  type NumberedReply,
  type Question,
  type Reply,
} from './peer-message.js';

/** @param asker tells those who ask apart */
export type Replier = (question: Question, asker: string) => Promise<Reply>;

const REFUSED = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const ACCEPTED = 'HTTP/1.1 200 OK\r\n\r\n';

/** Answers other processes of the service, on the port that it serves its clients on. */
export class PeerServer {
  private readonly channels = new Set<PeerChannel<NumberedQuestion, NumberedReply>>();
  private readonly underWay = new Set<Promise<void>>();
  private isLeaving = false;
  private readonly expected: Buffer;

  constructor(
    token: string,
    private readonly replier: Replier,
  ) {
    this.expected = Buffer.from(peerAuthorization(token));
  }

  attachTo(server: Server): void {
    server.on('connect', (request, socket: Socket) => {
      // Those who read requests from it are to read no more.
      socket.removeAllListeners('data');
      socket.on('error', () => socket.destroy());
      if (this.isLeaving || !this.isPeer(request)) return void socket.end(REFUSED);
      socket.setTimeout(0).setNoDelay(true).write(ACCEPTED);
      this.open(socket);
    });
  }

  /** Tells those who ask to turn elsewhere, answers what they have asked before, and closes. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await Promise.all(this.underWay);
    for (const channel of this.channels) channel.end();
  }

  /** Closes without waiting for anything. */
  close(): void {
    for (const channel of this.channels) channel.close();
  }

  private isPeer({ url, headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers.authorization ?? '');
    const { expected } = this;
    return url === PEER_TARGET && given.length === expected.length && timingSafeEqual(given, expected);
  }

  private open(socket: Socket): void {
    const asker = `${socket.remoteAddress} ${socket.remotePort}`;
    const channel: PeerChannel<NumberedQuestion, NumberedReply> = new PeerChannel(
      socket,
      ({ number, ...question }) => {
        if (this.isLeaving) return channel.send({ number, askNoMore: true });
        const replying = this.replier(question, asker).then(
          (reply) => channel.send({ number, ...reply }),
          () => channel.send({ number }),
        );
        this.underWay.add(replying);
        void replying.then(() => this.underWay.delete(replying));
      },
    );
    this.channels.add(channel);
    socket.on('close', () => this.channels.delete(channel));
  }
}
