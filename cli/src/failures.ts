import { ProblemError, UnreachableError, type Conflict, type Problem, type Refused } from '@headroom/client';
import { EXIT, type ExitStatus } from './exit-status.js';

/** The command line can't be understood. */
export class UsageError extends Error {}

/** The result can't be written, as on a full disk. */
export class OutputLostError extends Error {}

/** An operation was not carried out. */
export class RefusalError extends Error {
  constructor(readonly refusal: Conflict | Refused) {
    super(refusal.message);
  }
}

/** A change was sent, and its answer is missing. */
export class UnansweredChangeError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly key: string,
  ) {
    super(`It may have been done. Repeat the command with --idempotency-key ${key}: it takes effect once`);
  }
}

/** What went wrong, for the terminal or as JSON for a program. */
export interface Failure {
  readonly status: ExitStatus;
  readonly message: string;
  readonly offer?: Problem['offer'];
  /** What the service has answered. */
  readonly answer?: object;
  /** Under which a change that may have been done can be repeated. */
  readonly idempotencyKey?: string;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UnansweredChangeError) {
    const { cause, key, message } = error;
    const failure = failureOf(cause);
    return { ...failure, message: `${failure.message}\n${message}`, idempotencyKey: key };
  }
  if (error instanceof UsageError) return { status: EXIT.usage, message: error.message };
  if (error instanceof UnreachableError || error instanceof OutputLostError)
    return { status: EXIT.unreachable, message: error.message };
  if (error instanceof RefusalError) {
    const { refusal } = error;
    const isConflict = refusal.result === 'conflict';
    const offer = isConflict ? refusal.offer : undefined;
    const status = isConflict ? EXIT.conflict : EXIT.refused;
    return { status, message: error.message, offer, answer: refusal };
  }
  if (error instanceof ProblemError) {
    const { status, problem, offer } = error;
    return { status: exitOf(status), message: `${error.message}${hintOf(status)}`, offer, answer: problem };
  }
  return { status: EXIT.unreachable, message: `unexpected: ${String(error)}` };
}

function exitOf(httpStatus: number): ExitStatus {
  if (httpStatus === 409) return EXIT.conflict;
  return httpStatus === 429 || httpStatus >= 500 ? EXIT.unreachable : EXIT.refused;
}

function hintOf(httpStatus: number): string {
  if (httpStatus === 401)
    return "\nLog in with an API key: 'headroom login <url>', or set HEADROOM_API_KEY or HEADROOM_KEYSTONE_TOKEN";
  return '';
}
