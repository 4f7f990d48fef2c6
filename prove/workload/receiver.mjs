import { createServer } from 'node:http';
import { Random } from '../random.mjs';

/** Shares of notifications that are answered with an error, and not at all. */
const REFUSED = 0.03;
const CUT = 0.01;

/** The subscriber. It records notifications as they arrive, and sometimes fails to acknowledge one. */
export class Receiver {
  #server;
  #random;
  #history;
  isPatient = false;

  static async start(seed) {
    const receiver = new Receiver();
    receiver.#random = new Random(seed, 'receiver');
    receiver.#server = createServer((request, response) => receiver.#take(request, response));
    await new Promise((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get uri() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** Records notifications in this history from now on. */
  hearFor(history) {
    this.#history = history;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request, response) {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const draw = this.#random.fraction();
      const isTaken = this.isPatient || draw > REFUSED + CUT;
      const [, channel] = /^\/(r\d+s\d+)\//.exec(request.url) ?? [];
      this.#history?.heard(JSON.parse(Buffer.concat(chunks).toString()), isTaken, channel);
      if (isTaken) response.writeHead(204).end();
      else if (draw > REFUSED) request.destroy();
      else response.writeHead(500).end();
    });
  }
}
