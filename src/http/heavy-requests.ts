import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { HeavyWork } from '../kernel/heavy-work.js';
import { whenMade } from './answer-made.js';
import { clientNameOf } from './client-name.js';
import { bodyOf } from './collected-body.js';
import type { Door } from './door.js';
import { heavinessOf } from './heaviness.js';

/** Larger bodies are read one after the other: the largest takes as long as ten admissions. In bytes. */
const LARGE_BODY = 8 * 1024;

/** Milliseconds that a kilobyte of a body takes to be received, and one of an answer to be written, by measurement. */
const BODY_MS_PER_KB = 0.01;
const ANSWER_MS_PER_KB = 0.02;

/** Milliseconds that are charged at most for what is done at once: it may have been held up by others. */
const MAX_AT_ONCE_MS = 300;

const HELD = Symbol('held');

interface HeavyResponse extends Response {
  /** It has a place, which it gives back at its end. */
  [HELD]?: true;
}

/** Lets a large body wait for a place before it is parsed. To be used after the body is collected. */
export function limitLargeBodies(work: HeavyWork, door?: Door): RequestHandler {
  return (request, response, next) => {
    if (sizeOfBody(request) <= LARGE_BODY) next();
    else admit(work, door, { request, response, next });
  };
}

function sizeOfBody(request: Request): number {
  const body = bodyOf(request);
  return body === 'too-large' ? 0 : body.length;
}

/** Lets a request that may take long wait for a place. To be used after the body is parsed. */
export function limitHeavyRequests(work: HeavyWork, door?: Door): RequestHandler {
  return (request, response: HeavyResponse, next) => {
    if (response[HELD] || !heavinessOf(request)) next();
    else admit(work, door, { request, response, next });
  };
}

interface Turn {
  readonly request: Request;
  readonly response: HeavyResponse;
  readonly next: NextFunction;
}

function admit(work: HeavyWork, door: Door | undefined, turn: Turn): void {
  const refusal = door?.weighAgain(turn.request, turn.response);
  if (refusal) turn.next(refusal);
  else void hold(work, turn);
}

async function hold(work: HeavyWork, { request, response, next }: Turn): Promise<void> {
  let giveBack: () => void;
  try {
    giveBack = await work.place(clientNameOf(request));
  } catch (error) {
    next(error);
    return;
  }
  // A pipelined response that has no socket yet is not marked as closed with its connection, see `Connections`, and never finishes.
  if (request.socket.destroyed) {
    giveBack();
    // Its place among all requests is kept until its answer is made. See `Places`.
    response.end();
    return;
  }
  response[HELD] = true;
  const begun = performance.now();
  // A client that reads slowly keeps no place.
  whenMade(response, () => {
    const sent = Number(response.getHeader('content-length') ?? 0);
    work.charge((sizeOfBody(request) * BODY_MS_PER_KB + sent * ANSWER_MS_PER_KB) / 1024);
    if (isChargedAtEnd(request)) work.charge(Math.min(performance.now() - begun, MAX_AT_ONCE_MS));
    giveBack();
  });
  response.once('close', giveBack);
  next();
}

/** Also a large body that asks for nothing heavy: to read and check it is done at once. */
function isChargedAtEnd(request: Request): boolean {
  return (heavinessOf(request) ?? 'at-once') === 'at-once';
}
