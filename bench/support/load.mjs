import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('./load-worker.mjs', import.meta.url));

/** The load generator, in a process of its own and the same one for every side of a comparison. */
export class LoadGenerator {
  constructor() {
    this.child = fork(WORKER);
  }

  /**
   * Sends `requests` in turn, over and over, on so many connections, for so many seconds or until `count` are sent.
   *
   * @returns {Promise<{count: number, rate: number, p50: number, p99: number, bytes: number, processorSeconds: number}>}
   *   rate per second, p50 and p99 in milliseconds, bytes per answer
   * @throws Error when an answer does not hold `expected`
   */
  async run({ port, requests, connections, seconds, count, expected = '"result":"ok"' }) {
    this.child.send({ port, requests, connections, seconds, count, expected });
    const [outcome] = await once(this.child, 'message');
    if (outcome.error) throw new Error(`the load generator failed: ${outcome.error}`);
    if (outcome.refused > 0) {
      throw new Error(
        `${outcome.refused} of ${outcome.count} requests were refused, the first with\n${outcome.sample}`,
      );
    }
    return outcome;
  }

  stop() {
    this.child.disconnect();
  }
}

/** A request as it goes over the wire. */
export function rendered(method, path, body) {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Accept: application/json'];
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  const content = JSON.stringify(body);
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`);
  return `${head.join('\r\n')}\r\n\r\n${content}`;
}

/** Calls one operation and gives the body of its answer. */
export async function operation(port, name, body) {
  const response = await fetch(`http://127.0.0.1:${port}/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (answer.result !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer;
}
