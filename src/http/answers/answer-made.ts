import type { ServerResponse } from 'node:http';

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
