import { unwrap, type ListQuery, type Schemas } from '@headroom/client';
import { carryOut } from '../accepted.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { UsageError } from '../failures.js';
import { firstOf, withLimit } from '../lists.js';
import { secretOf } from '../secret.js';
import { tableText } from '../table.js';

type Filters = ListQuery<'/providers'>;

interface AddOptions {
  readonly type: string;
  readonly username: string;
  readonly passwordFile?: string;
  readonly region?: string;
  readonly zone?: string;
  readonly project?: string;
  readonly domain?: string;
}

interface ListOptions {
  readonly zone?: string;
  readonly state?: Filters['state'];
  readonly limit: number;
}

export const addProviders: Register = (program, handled) => {
  const providers = program.command('providers').description('list, register and discover providers');
  withLimit(providers.command('list', { isDefault: true }).description('list providers'))
    .option('-z, --zone <zone>', 'in this zone')
    .option('--state <state>', 'in this state')
    .action(handled(list));
  withKey(providers.command('add'))
    .description('register a provider; its password comes from a file, a pipe or the keyboard')
    .argument('<endpoint>', 'its address, such as that of Keystone')
    .requiredOption('--username <name>', 'user name for the login')
    .option('--type <type>', 'openstack or simulated', 'openstack')
    .option('--password-file <path>', 'file that holds the password')
    .option('--region <name>', 'its region')
    .option('-z, --zone <zone>', 'the zone it serves (default: its region)')
    .option('--project <name>', 'project whose quota is used')
    .option('--domain <name>', 'domain of the user')
    .action(handled(add));
  withKey(providers.command('discover'))
    .description('read the limits and flavors of a provider again')
    .argument('<id>', 'its id')
    .action(handled(discover));
};

async function list(context: Context, { zone, state, limit }: ListOptions): Promise<void> {
  const found = await firstOf(context, context.client.items('/providers', { zone, state }), limit);
  context.show(found, () => (found.length === 0 ? 'No providers.\n' : listText(found)));
}

function listText(found: readonly Schemas['ProviderSummary'][]): string {
  return tableText(found, {
    ID: ({ providerId }) => providerId,
    TYPE: ({ providerType }) => providerType,
    ZONE: ({ zone }) => zone,
    STATE: ({ state }) => state,
    ENDPOINT: ({ endpoint }) => endpoint,
  });
}

async function add(context: Context, endpoint: string, options: AddOptions): Promise<void> {
  const password = await secretOf(context.surroundings, 'Password: ', options.passwordFile);
  if (!password) throw new UsageError('a password is needed: --password-file, or through a pipe');
  const answer = await carryOut(context, '/add-provider', {
    'provider-type': options.type,
    endpoint,
    username: options.username,
    password,
    region: options.region,
    zone: options.zone,
    tenant: options.project,
    'user-domain-name': options.domain,
  });
  context.show(answer, () => `${answer.message ?? answer.state}\n${answer['provider-id']}\n`);
}

async function discover(context: Context, id: string): Promise<void> {
  const params = { path: { id } };
  const headers = context.keys.header();
  const request = context.client.http.POST('/providers/{id}/discover', { params, headers });
  const found = await unwrap(request);
  context.show(found, () => listText([found]));
}
