import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** The JSON text of some members and a list that may be too long for memory, which is read part by part. */
export async function* jsonWithList<T>(
  members: object,
  list: string,
  parts: AsyncIterable<readonly T[]>,
  toWire: (item: T) => object,
): AsyncGenerator<string> {
  const opening = JSON.stringify(members).slice(0, -1);
  let separator = `${opening}${opening === '{' ? '' : ','}"${list}":[`;
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield separator + part.map((item) => JSON.stringify(toWire(item))).join(',');
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

/** An answer that is a list, see `jsonWithList`. It is read as the client takes it. */
export class StreamedList<T = unknown> {
  constructor(
    private readonly name: string,
    private readonly parts: AsyncIterable<readonly T[]>,
    private readonly toWire: (item: T) => object,
  ) {}

  /** @param members what else is in the answer */
  pieces(members: object): AsyncGenerator<string> {
    return jsonWithList(members, this.name, this.parts, this.toWire);
  }
}

/** A client that takes nothing for so long is cut off: what it reads holds a database connection. */
const STALLED_MS = 30_000;

/** Node's pipeline adds six `close` listeners to a response, beside up to six of the edge. Node warns from eleven on. */
const MAX_LISTENERS = 16;

/**
 * Sends an answer piece by piece, as the client takes it. An error before the first piece is thrown, and answered as
 * usual; later ones break the answer off, so that the client doesn't take it for a whole one.
 *
 * @param maxMs milliseconds in which a client has to take the answer from its first piece on, or is cut off
 */
export async function sendPieces(
  response: Response,
  contentType: string,
  pieces: AsyncGenerator<string>,
  maxMs?: number,
): Promise<void> {
  const first = await pieces.next();
  if (response.req.socket.destroyed) {
    // Behind another answer it has no connection, so a stream to it would wait without end.
    await pieces.return(undefined);
    response.end();
    return;
  }
  response.writeHead(200, { 'Content-Type': contentType });
  response.setMaxListeners(MAX_LISTENERS);
  response.setTimeout(STALLED_MS, () => response.destroy());
  const limit = maxMs === undefined ? undefined : setTimeout(() => response.destroy(), maxMs);
  try {
    await pipeline(Readable.from(startingWith(first, pieces)), response);
  } catch (error) {
    if (!isGone(error)) throw error;
  } finally {
    clearTimeout(limit);
    // A client that goes away before the second piece must end the report, too.
    await pieces.return(undefined);
  }
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
