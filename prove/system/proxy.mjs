import { createConnection, createServer } from 'node:net';
import { isAppend, refusal } from './postgres-messages.mjs';

/**
 * A proxy between the two ends of a connection. It can cut or freeze the connection. In front of a database it can also answer a
 * statement itself, or drop a statement or its answer.
 */
export class Proxy {
  #server = createServer();
  #links = new Set();
  #frozen = false;
  /** Faults for the next appends to a ledger, in order. */
  #armed = [];
  #onFired;
  port;

  /** @param onFired called with the name of a fault when it has taken effect */
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

  /** Arms a fault for the next append: `40001`, `40P01`, `lose-statement` or `lose-answer`. */
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

  /** Forwards the statement, and cuts the connection when the answer arrives. */
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
