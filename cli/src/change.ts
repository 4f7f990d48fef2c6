import { ProblemError } from '@headroom/client';
import { CommanderError, InvalidArgumentError, Option, type Command } from 'commander';
import { RefusalError, UnansweredChangeError, UsageError } from './failures.js';

/** The service takes 255; the rest is for the number of a further request. */
const KEY = /^[\x21-\x7e]{1,240}$/;
const OWN_KEY = /^cli-(\d{13})-/;

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

  constructor(given: string | undefined, now: Date) {
    const [, first] = OWN_KEY.exec(given ?? '') ?? [];
    this.now = first === undefined ? now : new Date(Number(first));
    this.key = given ?? `cli-${now.getTime()}-${crypto.randomUUID().slice(0, 8)}`;
  }

  /** The key of the next request that changes something. The same command line uses the same keys in the same order. */
  next(): string {
    this.used += 1;
    return this.used === 1 ? this.key : `${this.key}.${this.used}`;
  }

  /** The next key, for a request that is no operation. */
  header(): { readonly 'Idempotency-Key': string } {
    return { 'Idempotency-Key': this.next() };
  }

  /** The error of the command, with the key if the last change may have taken effect. */
  explain(error: unknown): unknown {
    const isKnown = this.used === 0 || isDecided(error);
    return isKnown ? error : new UnansweredChangeError(error, this.key);
  }
}

/** The service has decided, or was not asked. */
function isDecided(error: unknown): boolean {
  if (error instanceof ProblemError) return error.status < 500;
  return [RefusalError, UsageError, CommanderError].some((kind) => error instanceof kind);
}
