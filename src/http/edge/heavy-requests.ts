import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { HeavyWork } from '../../kernel/heavy-work.js';
import { whenDone, whenMade } from '../answers/answer-made.js';
import { shareOf } from '../client-name.js';
import { bodyOf } from '../body/collected-body.js';
import type { Door } from '../door.js';
import { heavinessOf, type Heaviness } from './heaviness.js';

/** Larger bodies are read one after the other: the largest takes as long as ten admissions. In bytes. */
const LARGE_BODY = 8 * 1024;

/** Milliseconds that a kilobyte of a body takes to be received, and one of an answer to be written, by measurement. */
const BODY_MS_PER_KB = 0.01;
const ANSWER_MS_PER_KB = 0.02;

/** Milliseconds that are charged at most for what is done at once: it may have been held up by others. */
const MAX_AT_ONCE_MS = 300;

/** Dry runs that may run at once: they take turns with admissions, in the same batches. */
const DRY_RUNS = 8;

/** Milliseconds that a dry run is charged at most, by measurement: most of the time it waits for its batch. */
const MAX_DRY_RUN_MS = 1;

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

/** Lets a request that may take long, or a dry run, wait for a place. To be used after the body is parsed. */
export function limitHeavyRequests(work: HeavyWork, door?: Door): RequestHandler {
  const dryRuns = work.sibling(DRY_RUNS, { kind: 'dry-run' });
  return (request, response: HeavyResponse, next) => {
    const heaviness = response[HELD] ? undefined : heavinessOf(request);
    if (!heaviness) next();
    else if (heaviness === 'dry-run') void hold(dryRuns, { request, response, next }, MAX_DRY_RUN_MS);
    else admit(work, door, { request, response, next }, mostChargedFor(heaviness));
  };
}

interface Turn {
  readonly request: Request;
  readonly response: HeavyResponse;
  readonly next: NextFunction;
}

function admit(work: HeavyWork, door: Door | undefined, turn: Turn, mostCharged?: number): void {
  const refusal = door?.weighAgain(turn.request, turn.response);
  if (refusal) turn.next(refusal);
  else void hold(work, turn, mostCharged);
}

/** @param mostCharged milliseconds at its end; absent: by what a large body asks for, which is known once it is parsed */
async function hold(work: HeavyWork, { request, response, next }: Turn, mostCharged?: number): Promise<void> {
  let giveBack: () => void;
  try {
    giveBack = await work.place(shareOf(request));
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
    work.charge(Math.min(performance.now() - begun, mostCharged ?? mostChargedFor(heavinessOf(request))));
    giveBack();
  });
  whenDone(response, giveBack);
  next();
}

/** Milliseconds. A large body that asks for nothing heavy is read and checked at once. */
function mostChargedFor(heaviness: Heaviness | undefined): number {
  return heaviness === 'in-parts' || heaviness === 'document' ? 0 : MAX_AT_ONCE_MS;
}
