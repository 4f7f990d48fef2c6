import { createConnection, createServer } from 'node:net';
import { isAppend, refusal } from './postgres-messages.mjs';

/**
 * Stands between two ends of a connection. It can cut what goes through it, freeze it, and – in front of a database –
 * answer a statement itself, or lose it or its answer.
 */
export class Proxy {
  #server = createServer();
  #links = new Set();
  #frozen = false;
  /** Faults for the next appends to a ledger that come along, in turn. */
  #armed = [];
  #onFired;
  port;

  /** @param onFired told the name of a fault when it has really happened */
  static async start(targetPort, onFired = () => undefined) {
    const proxy = new Proxy();
    proxy.#onFired = onFired;
    proxy.#server.on('connection', (client) => proxy.#join(client, targetPort));
    await new Promise((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    proxy.port = proxy.#server.address().port;
    return proxy;
  }

  cut() {
    for (const link of this.#links) link.end();
  }

  freeze() {
    this.#frozen = true;
    for (const link of this.#links) link.pause();
  }

  thaw() {
    this.#frozen = false;
    for (const link of this.#links) link.resume();
  }

  /** One of `40001`, `40P01`, `lose-statement`, `lose-answer`: for the next append that comes along. */
  arm(fault) {
    this.#armed.push(fault);
  }

  disarm() {
    this.#armed = [];
  }

  async stop() {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client, targetPort) {
    const server = createConnection({ host: '127.0.0.1', port: targetPort });
    const link = new Link(client, server);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        link.end();
        this.#links.delete(link);
      });
    }
    client.on('data', (chunk) => {
      if (this.#armed.length > 0 && isAppend(chunk)) this.#strike(link, chunk);
      else link.toServer(chunk);
    });
    server.on('data', (chunk) => link.toClient(chunk));
    this.#links.add(link);
    if (this.#frozen) link.pause();
  }

  #strike(link, chunk) {
    const fault = this.#armed.shift();
    if (fault === 'lose-statement') link.end();
    else if (fault === 'lose-answer') link.loseAnswer(chunk);
    else link.toClient(refusal(fault));
    this.#onFired(fault);
  }
}

class Link {
  #client;
  #server;
  #losing = false;

  constructor(client, server) {
    this.#client = client;
    this.#server = server;
  }

  toServer(chunk) {
    if (!this.#server.destroyed && !this.#server.write(chunk)) hold(this.#client, this.#server);
  }

  toClient(chunk) {
    if (this.#losing) this.end();
    else if (!this.#client.destroyed && !this.#client.write(chunk)) hold(this.#server, this.#client);
  }

  /** Lets the server do it, and cuts when the answer comes. */
  loseAnswer(chunk) {
    this.#losing = true;
    this.toServer(chunk);
  }

  pause() {
    this.#client.pause();
    this.#server.pause();
  }

  resume() {
    this.#client.resume();
    this.#server.resume();
  }

  end() {
    this.#client.destroy();
    this.#server.destroy();
  }
}

function hold(from, until) {
  from.pause();
  until.once('drain', () => from.resume());
}
