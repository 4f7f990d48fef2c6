import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { HeavyWork } from '../kernel/heavy-work.js';
import { bodyOf } from './collected-body.js';
import { isHeavy } from './heaviness.js';

/** Larger bodies are read one after the other: the largest takes as long as ten admissions. In bytes. */
const LARGE_BODY = 8 * 1024;

/** Milliseconds that reading and checking a kilobyte of JSON takes, by measurement. */
const READ_MS_PER_KB = 0.03;

/** Milliseconds that a kilobyte of an answer takes to be read from the database and written as JSON, by measurement. */
const ANSWER_MS_PER_KB = 0.02;

const HELD = Symbol('held');

interface HeavyResponse extends Response {
  /** It has a place, which it gives back at its end. */
  [HELD]?: true;
}

/** Lets a large body wait for a place before it is parsed. To be used after the body is collected. */
export function limitLargeBodies(work: HeavyWork): RequestHandler {
  return (request, response, next) => {
    const body = bodyOf(request);
    const size = body === 'too-large' ? 0 : body.length;
    if (size <= LARGE_BODY) next();
    else void hold(work, response, next, () => work.charge((size / 1024) * READ_MS_PER_KB));
  };
}

/** Lets a request that may take long wait for a place. To be used after the body is parsed. */
export function limitHeavyRequests(work: HeavyWork): RequestHandler {
  return (request: Request, response: HeavyResponse, next) => {
    if (response[HELD] || !isHeavy(request)) next();
    else void hold(work, response, next);
  };
}

async function hold(
  work: HeavyWork,
  response: HeavyResponse,
  next: NextFunction,
  begin: () => void = () => undefined,
): Promise<void> {
  let giveBack: () => void;
  try {
    giveBack = await work.place();
  } catch (error) {
    next(error);
    return;
  }
  if (response.closed) {
    giveBack();
    // Its place among all requests is kept until its answer is made. See `Places`.
    response.end();
    return;
  }
  response[HELD] = true;
  // An answer is complete here before its client has read it; a slow reader keeps no place.
  response.once('prefinish', () => {
    work.charge((Number(response.getHeader('content-length') ?? 0) / 1024) * ANSWER_MS_PER_KB);
    giveBack();
  });
  response.once('close', giveBack);
  begin();
  next();
}
