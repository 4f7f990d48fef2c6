import { ProblemError, UnreachableError } from '@headroom/client';

/** One member that is wrong, as the service names it. */
export interface FieldError {
  readonly pointer?: string;
  readonly detail: string;
}

/** A refusal or failure, in words that say what to do. */
export class ApiError extends Error {
  /** @param status 0 when there was no answer */
  constructor(
    readonly status: number,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }

  /** The same request would be refused again. */
  get isDecided(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** The page repeats a read by itself. A trial (a dry run) and a change are sent when the user presses a button. */
export type Purpose = 'read' | 'trial' | 'change';

export const FORBIDDEN = 'You may not do this; ask an administrator for another role.';

const ADVICE: Readonly<Record<number, string>> = {
  401: 'Sign in.',
  403: FORBIDDEN,
};
const UNREACHABLE = 'The service does not answer. Check that it runs';
const MAY_BE_MADE = 'The change may have been made. Press the button again: it takes effect only once.';

/** An error of the client in the words of this page. */
export function errorOf(error: unknown, purpose: Purpose): Error {
  if (error instanceof UnreachableError) return new ApiError(0, adviceUnreachable(purpose));
  if (!(error instanceof ProblemError)) return error instanceof Error ? error : new Error(String(error));
  const { status, message, problem } = error;
  const advice = adviceOn(status, purpose);
  const errors = (problem.errors ?? []) as readonly FieldError[];
  return new ApiError(status, advice ? `${message} ${advice}` : message, errors);
}

function adviceUnreachable(purpose: Purpose): string {
  if (purpose === 'read') return `${UNREACHABLE}; this page tries again by itself.`;
  return purpose === 'trial' ? `${UNREACHABLE}, and try again.` : `${UNREACHABLE}. ${MAY_BE_MADE}`;
}

function adviceOn(status: number, purpose: Purpose): string | undefined {
  if (status === 429) {
    const again = purpose === 'read' ? 'this page tries again by itself' : 'try again shortly';
    return `Too many requests; ${again}.`;
  }
  return status >= 500 && purpose === 'change' ? MAY_BE_MADE : ADVICE[status];
}
