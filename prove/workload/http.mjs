import { Agent, request } from 'node:http';

/** Longer than the service takes to resolve the outcome of a commit, in all but the worst cases. */
const TIMEOUT_MS = 12_000;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 512 });

/**
 * Sends a request and resolves with `{ status, body }`, or with `{ lost: reason }` if no complete answer came. Then it is unknown
 * whether the request had an effect. Never rejects.
 *
 * @param leaveAfter milliseconds after which the client disconnects without waiting for the answer
 */
export function send(port, { method, path, body, headers }, leaveAfter) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const all = { Accept: 'application/json', ...headers };
  if (text !== undefined) {
    all['Content-Type'] = 'application/json';
    all['Content-Length'] = Buffer.byteLength(text);
  }
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers: all });
    const give = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const lose = (reason) => {
      give({ lost: reason });
      outgoing.destroy();
    };
    const timer = setTimeout(lose, leaveAfter ?? TIMEOUT_MS, leaveAfter === undefined ? 'timeout' : 'left');
    outgoing.on('error', (error) => lose(error.code ?? 'error'));
    outgoing.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', () => lose('cut'));
      response.on('close', () => lose('cut'));
      response.on('end', () => {
        if (!response.complete) lose('cut');
        else give({ status: response.statusCode, body: parse(Buffer.concat(chunks).toString()) });
      });
    });
    outgoing.end(text);
  });
}

function parse(text) {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return { unreadable: text.slice(0, 200) };
  }
}

export function closeConnections() {
  agent.destroy();
}
