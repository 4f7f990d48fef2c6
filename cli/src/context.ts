import { createHeadroom, type Headroom } from '@headroom/client';
import type { Command } from 'commander';
import { ChangeKeys } from './change.js';
import { withProgress } from './progress.js';
import { readProfile } from './profiles.js';
import type { Surroundings } from './surroundings.js';
import { UsageError } from './failures.js';

/** What is taken where neither an option, the environment nor a profile names a service: the one of `npm start`. */
export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** Options of all commands. */
export interface GlobalOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly tenant?: string;
  readonly json?: boolean;
  /** Of the commands that change something. */
  readonly idempotencyKey?: string;
}

/** What a command works with. */
export interface Context {
  readonly client: Headroom;
  readonly surroundings: Surroundings;
  readonly now: Date;
  /** Each request that changes something takes the next one. */
  readonly keys: ChangeKeys;
  /** JSON is wanted, or the output is no terminal. */
  readonly isJson: boolean;
  /** Prints a value as JSON, or its text on a terminal. */
  show(value: unknown, text: () => string): void;
  /** Tells the person at the terminal what is no result. */
  note(text: string): void;
}

function contextOf(surroundings: Surroundings, options: GlobalOptions): Context {
  const { stdout, stderr } = surroundings;
  const keys = new ChangeKeys(options.idempotencyKey, surroundings.now());
  const isJson = options.json === true || !stdout.isTTY;
  return {
    client: clientOf(surroundings, options),
    surroundings,
    now: keys.now,
    keys,
    isJson,
    show: (value, text) => void stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : text()),
    note: (text) => void stderr.write(`${text}\n`),
  };
}

/** Options go before the environment, and that goes before the profile. */
function clientOf({ env, stderr, signal }: Surroundings, options: GlobalOptions): Headroom {
  const profile = readProfile(env, options.profile ?? env.HEADROOM_PROFILE);
  const baseUrl = options.url ?? env.HEADROOM_URL ?? profile?.url ?? DEFAULT_URL;
  // A key is sent only to the service it is for.
  const ownKey = profile?.url === baseUrl ? profile.apiKey : undefined;
  return createHeadroom({
    baseUrl: checkedUrl(baseUrl),
    token: env.HEADROOM_API_KEY ?? ownKey,
    tenant: options.tenant ?? env.HEADROOM_TENANT ?? profile?.tenant,
    retry: { attempts: 3, maxPauseMs: 10_000 },
    signal,
    fetch: (request) => withProgress(stderr, `waiting for ${baseUrl}`, () => fetch(request)),
  });
}

/** @throws UsageError */
export function checkedUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`'${text}' is not the address of a service: write it like ${DEFAULT_URL}`);
}

/** Binds the handler of a command to its surroundings; it gets the arguments and options as commander has parsed them. */
export type Handled = <A extends unknown[]>(
  handler: (context: Context, ...parsed: A) => Promise<void>,
) => (...all: [...A, Command]) => Promise<void>;

export function handledIn(surroundings: Surroundings): Handled {
  return (handler) =>
    async (...all) => {
      const [command, ...parsed] = [all.at(-1), ...all.slice(0, -1)] as unknown as Parsed<typeof handler>;
      const context = contextOf(surroundings, command.optsWithGlobals());
      try {
        await handler(context, ...parsed);
      } catch (error) {
        throw context.keys.explain(error);
      }
    };
}

type Parsed<H> = H extends (context: Context, ...parsed: infer A) => unknown ? [Command, ...A] : never;

/** Adds one command, or a group of them, to the program. */
export type Register = (program: Command, handled: Handled) => void;
