import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** How answers of Group A are told apart. */
export const OPERATION_LABELS = {
  ok: '"result":"ok"',
  conflict: '"result":"conflict"',
  busy: 'HTTP/1.1 503',
  limited: 'HTTP/1.1 429',
};

/** A load generator, in a process of its own and the same one for every side of a comparison. */
export class LoadGenerator {
  constructor(worker = 'load-worker') {
    const file = fileURLToPath(new URL(`./${worker}.mjs`, import.meta.url));
    this.child = fork(file, { serialization: 'advanced' });
  }

  /**
   * Sends `requests` to `port`, or those of several `targets`, in turn and over and over, on so many connections: as
   * fast as they are answered for so many seconds or until `count` are sent, or else at a `rate` per second.
   *
   * @param order also `labels` (see Tally), `allowed` (outcomes that are none to fail for, default `ok`), `history`
   * @returns what Tally.outcome gives: rates per second, times in milliseconds
   * @throws Error when an answer is none of the allowed
   */
  async run({ port, requests, allowed = ['ok'], labels = OPERATION_LABELS, ...order }) {
    const targets = order.targets ?? [{ port, requests }];
    const outcome = await this.ask({ ...order, targets, labels });
    const failed = Object.keys(outcome.counts).filter(
      (name) => !allowed.includes(name) && outcome.counts[name] > 0,
    );
    if (failed.length > 0) {
      const counts = failed.map((name) => `${outcome.counts[name]} ${name}`).join(', ');
      throw new Error(
        `of ${outcome.count} answers ${counts}; the first that was not the usual one:\n${outcome.sample}`,
      );
    }
    return outcome;
  }

  /** One order at a time: two at once would share the generator's processor, and mix up their outcomes. */
  async ask(order) {
    const before = this.last;
    this.last = (async () => {
      await before?.catch(() => undefined);
      this.child.send(order);
      const [outcome] = await once(this.child, 'message');
      if (outcome.error) throw new Error(`the load generator failed: ${outcome.error}`);
      return outcome;
    })();
    return this.last;
  }

  stop() {
    if (this.child.connected) this.child.disconnect();
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

/** Sends one request of either interface and gives status and body. */
export async function call(port, path, body, method = 'POST') {
  const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Calls one operation of Group A and gives the body of its answer. */
export async function operation(port, name, body) {
  const { body: answer } = await call(port, name, body);
  if (answer.result !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer;
}
