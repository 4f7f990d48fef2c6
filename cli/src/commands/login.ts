import { createHeadroom, ProblemError, unwrap } from '@headroom/client';
import { checkedUrl, DEFAULT_URL, type Context, type Register } from '../context.js';
import { DEFAULT_PROFILE, readProfiles, storeProfile } from '../profiles.js';
import { secretOf } from '../secret.js';

interface LoginOptions {
  readonly keyFile?: string;
  readonly as: string;
  readonly onBehalfOf?: string;
}

export const addLogin: Register = (program, handled) => {
  program
    .command('login')
    .description('store the address of a service and an API key in a profile, and make it the current one')
    .argument('[url]', 'address of the service', DEFAULT_URL)
    .option('--as <profile>', 'name of the profile', DEFAULT_PROFILE)
    .option('--key-file <path>', 'file that holds the API key (default: asked for, or read from a pipe)')
    .option('--on-behalf-of <tenant>', 'tenant of all requests under this profile')
    .action(handled(login));
};

async function login(context: Context, url: string, options: LoginOptions): Promise<void> {
  const { surroundings } = context;
  const baseUrl = checkedUrl(url);
  const apiKey = (await secretOf(surroundings, 'API key (empty: none): ', options.keyFile)) || undefined;
  await check(baseUrl, apiKey, surroundings.signal);
  const profile = { url: baseUrl, apiKey, tenant: options.onBehalfOf };
  const { current: before, profiles } = readProfiles(surroundings.env);
  const path = storeProfile(surroundings.env, options.as, profile);
  const hasOther = before !== options.as && Object.hasOwn(profiles, before);
  const wayBack = hasOther ? `; 'headroom use ${before}' goes back` : '';
  context.show(
    { profile: options.as, url: baseUrl, file: path },
    () => `stored as '${options.as}' in ${path}\n'${options.as}' is the current profile now${wayBack}\n`,
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
