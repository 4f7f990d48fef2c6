import { Agent, request } from 'node:http';
import type { Window } from './model.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, any>;
}

/** Thrown when a connection ended without an answer. The outcome of the request is unknown. */
export class NoAnswer extends Error {}

export interface CallerOptions {
  /** Whether connections are reused. Default: true. */
  readonly keepAlive?: boolean;
  /** Timeout of a request, in milliseconds. Default: none. */
  readonly timeout?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client with connections of its own; light enough for dozens of them at once. */
export class Caller {
  private readonly agent: Agent;
  private readonly timeout?: number;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly baseUrl: string,
    { keepAlive = true, timeout, headers = {} }: CallerOptions = {},
  ) {
    this.headers = headers;
    this.agent = new Agent({ keepAlive, maxSockets: 256 });
    this.timeout = timeout;
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  /** Sends the filter as a JSON body, as in the contract. */
  get(path: string, body?: object): Promise<Answer> {
    return this.send('GET', path, body);
  }

  close(): void {
    this.agent.destroy();
  }

  private send(
    method: string,
    path: string,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string | number> = { Accept: 'application/json', ...this.headers, ...more };
    if (text !== undefined) {
      headers['Content-Type'] = 'application/json';
      headers['Content-Length'] = Buffer.byteLength(text);
    }
    return new Promise((resolve, reject) => {
      const url = new URL(path, this.baseUrl);
      const signal = this.timeout === undefined ? undefined : AbortSignal.timeout(this.timeout);
      const outgoing = request(url, { method, agent: this.agent, headers, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => reject(new NoAnswer(error.message)));
        response.on('end', () => {
          const content = Buffer.concat(chunks).toString();
          const parsed = content === '' ? {} : (JSON.parse(content) as Record<string, any>);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
        });
      });
      outgoing.on('error', (error) => reject(new NoAnswer(error.message)));
      outgoing.end(text);
    });
  }
}

/** `null` stands for an open end. It also clears the end on update. */
export function wire({ start, end }: Window): { start: string; end: string | null } {
  const text = (second: number): string => new Date(second * 1000).toISOString().replace('.000', '');
  return { start: text(start), end: end === Infinity ? null : text(end) };
}
