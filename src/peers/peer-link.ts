import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { PeerChannel } from './peer-channel.js';
import {
  PEER_TARGET,
  peerAuthorization,
  type Asked,
  type NumberedQuestion,
  type NumberedReply,
  type Question,
} from './peer-message.js';

const CONNECT_MILLISECONDS = 2_000;

/** As long as a turn may take of a process that stops in the middle of it. */
const REPLY_MILLISECONDS = 3_000;
const LOOK_MILLISECONDS = 250;

/** After a failure; twice as long after each that follows. */
const PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 300_000;

interface Pending {
  readonly since: number;
  readonly resolve: (asked: Asked) => void;
}

/**
 * The way to another process of the service. Nobody waits for a connection to come about: until it has, nothing can be asked.
 * A connection on which a reply is overdue is given up.
 */
export class PeerLink {
  private channel?: PeerChannel<NumberedReply, NumberedQuestion>;
  private isConnecting = false;
  private failures = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private numbers = 0;
  /** In the order in which they were asked. */
  private readonly pending = new Map<number, Pending>();
  private watch?: NodeJS.Timeout;
  private isClosed = false;

  /**
   * @param address `host:port`
   * @param onChange told whether the link has come about or was lost
   */
  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly onChange: (isUp: boolean) => void,
  ) {}

  /** Whether it makes sense to ask: it is connected, or may soon be. */
  get isUsable(): boolean {
    return this.channel !== undefined || performance.now() >= this.pausedUntil;
  }

  ask(question: Question): Promise<Asked> {
    const { channel } = this;
    if (!channel) {
      void this.connect();
      return Promise.resolve('unsent');
    }
    const number = ++this.numbers;
    return new Promise((resolve) => {
      this.pending.set(number, { since: performance.now(), resolve });
      channel.send({ number, ...question });
    });
  }

  close(): void {
    this.isClosed = true;
    this.channel?.close();
  }

  private async connect(): Promise<void> {
    if (this.isConnecting || this.isClosed || !this.isUsable) return;
    this.isConnecting = true;
    try {
      const socket = await connectTo(this.address, this.token);
      if (this.isClosed) return void socket.destroy();
      socket.on('close', () => this.lose());
      this.channel = new PeerChannel<NumberedReply, NumberedQuestion>(socket, (reply) => this.settle(reply));
      this.watch = setInterval(() => this.giveUpIfOverdue(), LOOK_MILLISECONDS).unref();
      this.onChange(true);
    } catch {
      this.pause();
    } finally {
      this.isConnecting = false;
    }
  }

  private settle({ number, ...reply }: NumberedReply): void {
    const pending = this.pending.get(number);
    this.pending.delete(number);
    pending?.resolve(reply.askNoMore ? 'unsent' : reply);
    if (reply.askNoMore) this.channel?.close();
    else this.failures = 0;
  }

  private giveUpIfOverdue(): void {
    const [oldest] = this.pending.values();
    if (oldest && performance.now() - oldest.since > REPLY_MILLISECONDS) this.channel?.close();
  }

  private lose(): void {
    clearInterval(this.watch);
    this.channel = undefined;
    this.pause();
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { resolve } of lost) resolve('lost');
    if (!this.isClosed) this.onChange(false);
  }

  private pause(): void {
    const pause = Math.min(PAUSE_MILLISECONDS * 2 ** this.failures, LONGEST_PAUSE_MILLISECONDS);
    this.failures += 1;
    this.pausedUntil = performance.now() + pause;
  }
}

/** @throws Error when nobody answers there, or another process than the one that has the token */
function connectTo(address: string, token: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`http://${address}`);
    const asking = request({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: 'CONNECT',
      path: PEER_TARGET,
      headers: { Authorization: peerAuthorization(token) },
      agent: false,
      signal: AbortSignal.timeout(CONNECT_MILLISECONDS),
    });
    asking.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket.setNoDelay(true));
      socket.destroy();
      reject(new Error(`refused with ${statusCode}`));
    });
    asking.on('error', reject);
    asking.end();
  });
}
