import { Agent, request as open } from 'node:http';

const TIMEOUT_MS = 60_000;
const MAX_SHOWN = 4000;

/** Sends requests over a limited number of kept-alive connections. */
export class Wire {
  #agent;
  #port;

  constructor(port, connections) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Resolves with `{ status, headers, text, milliseconds }`, or with `{ lost }` if no complete answer came. Never rejects. */
  async send(request) {
    const first = await this.#once(request);
    // The service may close an idle connection just as the client uses it again.
    return first.lost === 'ECONNRESET' && first.isReused ? this.#once(request) : first;
  }

  #once(request) {
    const begun = performance.now();
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(timer);
        resolve({ ...answer, milliseconds: performance.now() - begun });
      };
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, ...head(request) };
      const outgoing = open(options, (response) => collect(response, done));
      const timer = setTimeout(() => {
        done({ lost: 'timeout' });
        outgoing.destroy();
      }, TIMEOUT_MS);
      outgoing.on('error', (error) =>
        done({ lost: error.code ?? error.message, isReused: outgoing.reusedSocket }),
      );
      outgoing.end(request.body);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

function head({ method, path, query, headers, body }) {
  const length = body === undefined ? {} : { 'Content-Length': body.length };
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  return { method, path: `${path}${search}`, headers: { ...headers, ...length } };
}

function collect(response, done) {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('error', (error) => done({ lost: error.code ?? error.message }));
  response.on('end', () => {
    done({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() });
  });
}

/** The request as a command that can be pasted into a shell. */
export function curlOf(request) {
  const { method, path, headers } = head(request);
  const parts = [
    `curl -sS -X ${method}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (request.body !== undefined)
    parts.push(`--data-binary ${quoted(request.body.toString('latin1'), request.body)}`);
  return `${parts.join(' ')} "$BASE"${quoted(path)}`;
}

function quoted(text, bytes) {
  if (text.length > MAX_SHOWN)
    return `'${text.slice(0, 200)}…' (${text.length} bytes, whole in findings.jsonl)`;
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  if (isPlain) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${[...(bytes ?? Buffer.from(text))].map(escaped).join('')}'`;
}

function escaped(byte) {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
