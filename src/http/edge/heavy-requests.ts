import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { HeavyWork } from '../../kernel/heavy-work.js';
import { whenDone, whenMade } from '../answers/answer-made.js';
import { shareOf } from '../client-name.js';
import { bodyOf } from '../body/collected-body.js';
import type { Door } from '../door.js';
import { heavinessOf, namesReceiver, type Heaviness } from './heaviness.js';

/** Larger bodies are read one after the other: the largest takes as long as ten admissions. In bytes. */
const LARGE_BODY = 8 * 1024;

/** Milliseconds that a kilobyte of a body takes to be received, and one of an answer to be written, by measurement. */
const BODY_MS_PER_KB = 0.01;
const ANSWER_MS_PER_KB = 0.02;

/** Milliseconds that are charged at most for what is done at once: it may have been held up by others. */
const MAX_AT_ONCE_MS = 300;

/** Dry runs that may run at once: they take turns with admissions, in the same batches. */
const DRY_RUNS = 8;

/** Reads and writes of records that may run at once: together fewer than the database's connections by default, which appends need too. */
const READS = 5;
const WRITES = 2;

/** Writes that may ask a receiver at once. They would keep the places of other writes for seconds. */
const CHALLENGES = 4;

/** Milliseconds that one of them is charged at most: it mostly waits for its receiver. */
const MAX_CHALLENGE_MS = 10;

/** The share of time in which they run while admissions wait: beside either, these keep at least half of their throughput. */
const READ_SHARE = 0.4;
const WRITE_SHARE = 0.25;

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

/**
 * Lets a request that may take long, or a dry run, wait for a place. To be used after the body is parsed.
 *
 * @param asksReceivers whether a receiver has to agree before a subscription names it
 */
export function limitHeavyRequests(work: HeavyWork, door?: Door, asksReceivers = false): RequestHandler {
  const dryRuns = work.sibling(DRY_RUNS, { kind: 'dry-run' });
  // They are short, and many clients look at the same records: all that may be under way may wait.
  const maxWaiting = Infinity;
  const records = {
    read: work.sibling(READS, { kind: 'read', share: READ_SHARE, maxWaiting }),
    write: work.sibling(WRITES, { kind: 'write', share: WRITE_SHARE, maxWaiting }),
  };
  const challenges = work.sibling(CHALLENGES, { kind: 'challenge', share: WRITE_SHARE, maxWaiting });
  return (request, response: HeavyResponse, next) => {
    const heaviness = response[HELD] ? undefined : heavinessOf(request);
    const turn = { request, response, next };
    if (!heaviness) next();
    else if (heaviness === 'dry-run')
      void hold(dryRuns, turn, (elapsed) => dryRuns.charge(Math.min(elapsed, MAX_DRY_RUN_MS)));
    else if (heaviness === 'write' && asksReceivers && namesReceiver(request))
      void hold(challenges, turn, (elapsed) => challenges.charge(Math.min(elapsed, MAX_CHALLENGE_MS)));
    else if (heaviness === 'read' || heaviness === 'write') {
      const kind = records[heaviness];
      void hold(kind, turn, () => kind.chargeRunning());
    } else admit(work, door, turn);
  };
}

/** Charges for a request that has run for so many milliseconds. */
type Charge = (elapsed: number) => void;

interface Turn {
  readonly request: Request;
  readonly response: HeavyResponse;
  readonly next: NextFunction;
}

function admit(work: HeavyWork, door: Door | undefined, turn: Turn): void {
  const refusal = door?.weighAgain(turn.request, turn.response);
  if (refusal) turn.next(refusal);
  else {
    // What a large body asks for is known once it is parsed.
    const most = (): number => mostChargedFor(heavinessOf(turn.request));
    void hold(work, turn, (elapsed) => work.charge(Math.min(elapsed, most())));
  }
}

async function hold(work: HeavyWork, { request, response, next }: Turn, charge: Charge): Promise<void> {
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
  let isRunning = true;
  const endRun = (): void => {
    if (!isRunning) return;
    isRunning = false;
    charge(performance.now() - begun);
    giveBack();
  };
  let isDone = false;
  let endSending: (() => void) | undefined;
  // A client that reads slowly keeps no place.
  whenMade(response, () => {
    const sent = Number(response.getHeader('content-length') ?? 0);
    work.charge((sizeOfBody(request) * BODY_MS_PER_KB + sent * ANSWER_MS_PER_KB) / 1024);
    // Until its answer is sent it is under way, and not one of those that heavy requests wait for.
    if (!isDone) endSending = work.goOnWithoutPlace();
    endRun();
  });
  whenDone(response, () => {
    if (isDone) return;
    isDone = true;
    endRun();
    endSending?.();
  });
  next();
}

/** Milliseconds. A large body that asks for nothing heavy is read and checked at once. */
function mostChargedFor(heaviness: Heaviness | undefined): number {
  return heaviness === 'in-parts' || heaviness === 'document' ? 0 : MAX_AT_ONCE_MS;
}
