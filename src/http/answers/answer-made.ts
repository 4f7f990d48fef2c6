import type { ServerResponse } from 'node:http';

/** Longer than any request works whose client has gone: a report ends with its client, and PostgreSQL being away is given up after 30 s. */
const MAX_ABANDONED_MS = 60_000;

const AT_WORK = Symbol('at work');

type WorkedResponse = ServerResponse & { [AT_WORK]?: true };

/**
 * Calls back once when an answer is made, by `end` or by a stream. That may be long before it is sent: its client may not
 * read it, nor the answers before it on the same connection.
 */
export function whenMade(response: ServerResponse, made: () => void): void {
  let isMade = false;
  const make = (): void => {
    if (!isMade) made();
    isMade = true;
  };
  const end = response.end.bind(response) as (...content: unknown[]) => ServerResponse;
  response.end = (...content: unknown[]) => {
    make();
    return end(...content);
  };
  response.once('pipe', make);
}

/** From now on the service works for the request, whether or not its client stays. */
export function beginWork(response: WorkedResponse): void {
  response[AT_WORK] = true;
}

/**
 * Calls back when nothing is done for a request any more: when its response closes or, if its client goes before there is an answer,
 * when the answer is made. Otherwise a client that asks and hangs up could start any number of requests.
 *
 * @param done may be called several times
 * @param abandoned called when the client goes and the work continues
 */
export function whenDone(response: WorkedResponse, done: () => void, abandoned?: () => void): void {
  // Not `once`: it costs a wrapper and a removal for each request.
  response.on('close', () => {
    if (!response[AT_WORK] || response.writableEnded || response.headersSent) {
      done();
      return;
    }
    abandoned?.();
    const giveUp = setTimeout(done, MAX_ABANDONED_MS).unref();
    whenMade(response, () => {
      clearTimeout(giveUp);
      done();
    });
  });
}
