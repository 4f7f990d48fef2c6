import { createHeadroom, ProblemError, unwrap } from '@headroom/client';
import { addressOf, DEFAULT_URL, profileName, sendable, type Context, type Register } from '../context.js';
import { DEFAULT_PROFILE, readProfiles, storeProfile } from '../profiles.js';
import { secretOf } from '../secret.js';

interface LoginOptions {
  readonly keyFile?: string;
  readonly as?: string;
  readonly onBehalfOf?: string;
}

export const addLogin: Register = (program, handled) => {
  program
    .command('login')
    .description('store the address of a service and an API key in a profile, and make it the current one')
    .argument(
      '[url]',
      `address of the service (default: --url, HEADROOM_URL, that of the profile, or ${DEFAULT_URL})`,
    )
    .option('--as <profile>', `name of the profile (default: --profile, or ${DEFAULT_PROFILE})`)
    .option('--key-file <path>', 'file that holds the API key (default: asked for, or read from a pipe)')
    .option(
      '--on-behalf-of <tenant>',
      'tenant of all requests under this profile (default: the one that it has; empty: none)',
    )
    .action(handled(login));
};

async function login(context: Context, url: string | undefined, options: LoginOptions): Promise<void> {
  const { surroundings, options: general } = context;
  const { env } = surroundings;
  const name = options.as || profileName(env, general) || DEFAULT_PROFILE;
  const { current: before, profiles } = readProfiles(env);
  const stored = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const baseUrl = addressOf(env, { url: url || general.url }, stored);
  const given = await secretOf(surroundings, `API key for ${baseUrl} (empty: none): `, options.keyFile);
  const apiKey = sendable('the API key', given || undefined);
  await check(baseUrl, apiKey, surroundings.signal);
  const profile = {
    url: baseUrl,
    apiKey,
    // A new key for the same profile changes nothing else.
    tenant: sendable('the tenant', (options.onBehalfOf ?? general.tenant ?? stored?.tenant) || undefined),
  };
  const path = storeProfile(env, name, profile);
  const hasOther = before !== name && Object.hasOwn(profiles, before);
  const wayBack = hasOther ? `; 'headroom use ${before}' goes back` : '';
  context.show(
    { profile: name, url: baseUrl, file: path },
    () => `stored as '${name}' in ${path}\n'${name}' is the current profile now${wayBack}\n`,
  );
}

/** A wrong address or key is better known now than at the next command. */
async function check(baseUrl: string, token: string | undefined, signal: AbortSignal): Promise<void> {
  const client = createHeadroom({ baseUrl, token, signal, retry: { attempts: 1 } });
  try {
    await unwrap(client.http.GET('/zones', { params: { query: { limit: 1 } } }));
  } catch (error) {
    // A key may be good for other things than this.
    if (!(error instanceof ProblemError && error.status === 403)) throw error;
  }
}
