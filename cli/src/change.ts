import { ProblemError } from '@headroom/client';
import { CommanderError, InvalidArgumentError, Option, type Command } from 'commander';
import { RefusalError, UnansweredChangeError, UsageError } from './failures.js';

/** The service takes 255; the rest is for the number of a further request. */
const KEY = /^[\x21-\x7e]{1,240}$/;
const OWN_KEY = /^cli-(\d{13})-/;

/** Refusals that precede the lookup of the key, so they say nothing about an earlier attempt. */
const EARLY_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

/** Adds the option of commands that change something. */
export function withKey(command: Command): Command {
  return command.addOption(
    new Option(
      '--idempotency-key <key>',
      'key of this change: under the same key it takes effect once (default: a new one)',
    ).argParser(parseKey),
  );
}

function parseKey(text: string): string {
  if (KEY.test(text)) return text;
  throw new InvalidArgumentError('It is 1 to 240 visible ASCII characters.');
}

/** The idempotency keys of one command line. */
export class ChangeKeys {
  /** What relative times count from: a repetition under a key of this class has to send the same request. */
  readonly now: Date;
  private readonly key: string;
  private used = 0;
  /** An attempt of the last request may have taken effect: its answer was lost, or did not say. */
  private isOpen = false;

  constructor(given: string | undefined, now: Date) {
    const [, first] = OWN_KEY.exec(given ?? '') ?? [];
    this.now = first === undefined ? now : new Date(Number(first));
    this.key = given ?? `cli-${now.getTime()}-${crypto.randomUUID().slice(0, 8)}`;
  }

  /** The key of the next request that changes something. The same command line uses the same keys in the same order. */
  next(): string {
    this.used += 1;
    this.isOpen = false;
    return this.used === 1 ? this.key : `${this.key}.${this.used}`;
  }

  /** The next key, for a request that is no operation. */
  header(): { readonly 'Idempotency-Key': string } {
    return { 'Idempotency-Key': this.next() };
  }

  /** Sends one attempt of a request under a key, and notes whether it may have taken effect. */
  async attempt(send: () => Promise<Response>): Promise<Response> {
    const wasOpen = this.isOpen;
    // A success counts, too: the rest of its answer can be lost.
    this.isOpen = true;
    const response = await send();
    if (response.status >= 400 && response.status < 500) this.isOpen = wasOpen;
    return response;
  }

  /** The error of the command, with the key if the last change may have taken effect. */
  explain(error: unknown): unknown {
    const isKnown = this.used === 0 || this.isDecided(error);
    return isKnown ? error : new UnansweredChangeError(error, this.key);
  }
  /** The service has decided, or was not asked. */
  private isDecided(error: unknown): boolean {
    if (error instanceof ProblemError)
      return error.status < 500 && !(this.isOpen && EARLY_REFUSALS.has(error.status));
    return [RefusalError, UsageError, CommanderError].some((kind) => error instanceof kind);
  }
}
