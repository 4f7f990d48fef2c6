import { ProblemError, UnreachableError, type Conflict, type Problem, type Refused } from '@headroom/client';
import { CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './exit-status.js';

/** The command line can't be understood. */
export class UsageError extends Error {}

/** An operation was not carried out. */
export class RefusalError extends Error {
  constructor(readonly refusal: Conflict | Refused) {
    super(refusal.message);
  }
}

/** What went wrong, for the terminal or as JSON for a program. */
export interface Failure {
  readonly status: ExitStatus;
  readonly message: string;
  readonly offer?: Problem['offer'];
  /** What the service has answered. */
  readonly answer?: object;
}

/** @throws the error itself when it is a defect of the program */
export function failureOf(error: unknown): Failure | undefined {
  // Commander has written its message already.
  if (error instanceof CommanderError) return undefined;
  if (error instanceof UsageError) return { status: EXIT.usage, message: error.message };
  if (error instanceof UnreachableError) return { status: EXIT.unreachable, message: error.message };
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
  throw error;
}

function exitOf(httpStatus: number): ExitStatus {
  if (httpStatus === 409) return EXIT.conflict;
  return httpStatus === 429 || httpStatus >= 500 ? EXIT.unreachable : EXIT.refused;
}

function hintOf(httpStatus: number): string {
  if (httpStatus === 401) return "\nLog in with an API key: 'headroom login <url>', or set HEADROOM_API_KEY";
  return '';
}
