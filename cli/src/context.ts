import { createHeadroom, type Headroom } from '@headroom/client';
import type { Command } from 'commander';
import { ChangeKeys } from './change.js';
import { jsonText, printableLines } from './printable.js';
import { withProgress } from './progress.js';
import { readProfile, type Environment, type Profile } from './profiles.js';
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
  /** Made when it is first used: a login needs none. */
  readonly client: Headroom;
  /** The tenant that the requests are made for. Lists show only its records: to an operator the service lists those of all tenants. */
  readonly tenant: string | undefined;
  readonly options: GlobalOptions;
  readonly surroundings: Surroundings;
  readonly now: Date;
  /** Each request that changes something takes the next one. */
  readonly keys: ChangeKeys;
  /** JSON is wanted, or the output is no terminal. */
  readonly isJson: boolean;
  /** Prints a value as JSON, or its text on a terminal. */
  show(value: unknown, text: () => string): void;
  /** Prints the text of an answer as it is, but on a terminal without control characters. */
  print(text: string): void;
  /** Tells the person at the terminal what is no result. */
  note(text: string): void;
}

function contextOf(surroundings: Surroundings, options: GlobalOptions): Context {
  const { stdout, stderr } = surroundings;
  const keys = new ChangeKeys(options.idempotencyKey, surroundings.now());
  const isJson = options.json === true || !stdout.isTTY;
  let made: Connection | undefined;
  const connection = (): Connection => (made ??= connectionOf(surroundings, options, keys));
  return {
    get client() {
      return connection().client;
    },
    get tenant() {
      return connection().tenant;
    },
    options,
    surroundings,
    now: keys.now,
    keys,
    isJson,
    show: (value, text) => void stdout.write(isJson ? `${jsonText(value, 2)}\n` : printableLines(text())),
    print: (text) => void stdout.write(stdout.isTTY ? printableLines(text) : text),
    note: (text) => void stderr.write(`${printableLines(text)}\n`),
  };
}

type Connection = Pick<Context, 'client' | 'tenant'>;

/** Options go before the environment, and that goes before the profile. */
function connectionOf(surroundings: Surroundings, options: GlobalOptions, keys: ChangeKeys): Connection {
  const { env, stderr, signal } = surroundings;
  const profile = readProfile(env, profileName(env, options));
  const baseUrl = addressOf(env, options, profile);
  // A key and a tenant are sent only to the service they are of.
  const own = profile && addressOf({}, {}, profile) === baseUrl ? profile : undefined;
  const keystoneToken = env.HEADROOM_KEYSTONE_TOKEN || undefined;
  if (keystoneToken && env.HEADROOM_API_KEY)
    throw new UsageError('HEADROOM_API_KEY and HEADROOM_KEYSTONE_TOKEN exclude each other');
  const named = options.tenant || env.HEADROOM_TENANT || own?.tenant || undefined;
  const tenant = sendable('the tenant', named);
  const client = createHeadroom({
    baseUrl,
    token: sendable('the API key', env.HEADROOM_API_KEY || (keystoneToken ? undefined : own?.apiKey)),
    keystoneToken: sendable('the token of Keystone', keystoneToken),
    tenant,
    retry: { attempts: 3, maxPauseMs: 10_000 },
    signal,
    fetch: (request) =>
      withProgress(stderr, `waiting for ${baseUrl}`, () =>
        request.headers.has('Idempotency-Key') ? keys.attempt(() => fetch(request)) : fetch(request),
      ),
  });
  return { client, tenant };
}

/** An empty variable of the environment counts as absent. */
export function profileName(env: Environment, { profile }: GlobalOptions): string | undefined {
  return profile || env.HEADROOM_PROFILE || undefined;
}

/** @throws UsageError */
export function addressOf(env: Environment, { url }: GlobalOptions, profile: Profile | undefined): string {
  return checkedUrl(url || env.HEADROOM_URL || profile?.url || DEFAULT_URL);
}

/**
 * A value that can be sent in a header.
 *
 * @throws UsageError when it has other characters, such as typographic quotes
 */
export function sendable(what: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[\x20-\x7e]*$/.test(value)) return value;
  throw new UsageError(`${what} has characters that can't be sent: only ASCII is possible`);
}

/** The same text for the same address. */
function checkedUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    const { href, username, password, search, hash } = new URL(text);
    if (username + password + search + hash === '') return href.replace(/\/+$/, '');
    // Not shown: it may have a secret.
    throw new UsageError(
      `the address of a service is written like ${DEFAULT_URL}, without user, query or fragment`,
    );
  }
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
        checkArguments(parsed.flat());
        await handler(context, ...parsed);
        await surroundings.written?.();
      } catch (error) {
        throw context.keys.explain(error);
      }
    };
}

/**
 * An empty variable of a script is no id: it would address the list of all, and `..` something else.
 *
 * @throws UsageError
 */
function checkArguments(given: readonly unknown[]): void {
  const wrong = given.find((value) => value === '' || value === '.' || value === '..');
  if (wrong !== undefined) throw new UsageError(`'${wrong as string}' is no argument`);
}

type Parsed<H> = H extends (context: Context, ...parsed: infer A) => unknown ? [Command, ...A] : never;

/** Adds one command, or a group of them, to the program. */
export type Register = (program: Command, handled: Handled) => void;
