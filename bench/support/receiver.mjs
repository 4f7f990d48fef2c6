import { once } from 'node:events';
import { createServer } from 'node:http';

/** How long a notification may stay away before a measurement is given up. */
const TIMEOUT_MS = 30_000;

/** When nothing has come for so long, nothing is on its way any more. */
const SILENCE_MS = 500;

/** Takes notifications in, acknowledges each at once, and tells those who wait for one when it came. */
export async function startReceiver() {
  const waiting = new Set();
  const receiver = { received: 0 };
  const take = (text) => {
    const arrivedAt = performance.now();
    receiver.received += 1;
    if (waiting.size === 0) return;
    const notification = JSON.parse(text);
    for (const { isWanted, resolve } of waiting) if (isWanted(notification)) resolve(arrivedAt);
  };
  const server = createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      response.writeHead(204).end();
      take(Buffer.concat(pieces).toString());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(receiver, {
    uri: `http://127.0.0.1:${server.address().port}`,
    /** The time at which the next notification that is wanted comes in. */
    next: (isWanted) => {
      const wish = { isWanted };
      const arrival = new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a notification did not come')), TIMEOUT_MS);
        wish.resolve = (arrivedAt) => {
          clearTimeout(timer);
          waiting.delete(wish);
          resolve(arrivedAt);
        };
      });
      waiting.add(wish);
      return arrival;
    },
    /** Waits until nothing comes any more, so that it does not burden what is measured next. */
    silence: async () => {
      for (let before = -1; before !== receiver.received;) {
        before = receiver.received;
        await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
      }
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
