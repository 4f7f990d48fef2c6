import type { ListQuery, Schemas } from '@headroom/client';
import { carryOut, changeEach, showAllForeseen, showForeseen } from '../accepted.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { firstOf, timeFilter, withLimit } from '../lists.js';
import { tableText } from '../table.js';
import { timeText } from '../times.js';

type Filters = ListQuery<'/instances'>;

interface ListOptions {
  readonly zone?: string;
  readonly provider?: string;
  readonly reservation?: string;
  readonly state?: Filters['state'];
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

interface CreateOptions {
  readonly reservation?: string;
  readonly provider?: string;
  readonly name: string;
  readonly image: string;
  readonly flavor: string;
  readonly network?: string[];
  readonly dryRun?: boolean;
}

export const addInstances: Register = (program, handled) => {
  const instances = program.command('instances').description('list, create and destroy instances');
  withLimit(instances.command('list', { isDefault: true }).description('list instances'))
    .option('-z, --zone <zone>', 'in this zone')
    .option('--provider <id>', 'on this provider')
    .option('--reservation <id>', 'that draw on this reservation')
    .option('--state <state>', 'in this state')
    .option('--name <name>', 'of this name')
    .option('--from <time>', 'in force at this time or later')
    .option('--to <time>', 'in force before this time')
    .action(handled(list));
  withKey(instances.command('create'))
    .description('create an instance, from a reservation or from available capacity')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--image <id>', 'its image')
    .requiredOption('--flavor <id>', 'its flavor')
    .option('--reservation <id>', 'the reservation it draws on')
    .option('--provider <id>', 'provider to create it on')
    .option('--network <id...>', 'its networks')
    .option('--dry-run', 'only show the result')
    .action(handled(create));
  withKey(instances.command('destroy'))
    .description('destroy instances')
    .argument('<id...>', 'their ids')
    .option('--dry-run', 'only show the result')
    .action(handled(destroy));
};

async function list(context: Context, options: ListOptions): Promise<void> {
  const { zone, provider, reservation, state, name, limit } = options;
  const { tenant } = context;
  const filters = { zone, provider, reservation, tenant, state, name, ...timeFilter(options, context.now) };
  const found = await firstOf(context, context.client.items('/instances', filters), limit);
  context.show(found, () => listText(found));
}

function listText(found: readonly Schemas['Instance'][]): string {
  if (found.length === 0) return 'No instances.\n';
  return tableText(found, {
    ID: ({ instanceId }) => instanceId,
    NAME: ({ name }) => name,
    STATE: ({ state }) => state,
    FLAVOR: ({ flavor }) => flavor,
    RESERVATION: ({ reservationId }) => reservationId,
    PROVIDER: ({ providerId }) => providerId,
    CREATED: ({ created }) => timeText(created),
  });
}

async function create(context: Context, options: CreateOptions): Promise<void> {
  const { reservation, provider, name, image, flavor, network } = options;
  const body = {
    'reservation-id': reservation,
    'provider-id': provider,
    name,
    image,
    flavor,
    networks: network,
  };
  if (options.dryRun) {
    return showForeseen(
      context,
      '/create-instance',
      body,
      ({ placement }) => `it would fit in ${placement.zone}\n`,
    );
  }
  const answer = await carryOut(context, '/create-instance', body);
  context.show(answer, () => `${answer['instance-id']}\n`);
}

async function destroy(
  context: Context,
  ids: readonly string[],
  { dryRun }: { readonly dryRun?: boolean },
): Promise<void> {
  if (dryRun) {
    const bodies = ids.map((id) => ({ 'instance-id': id }));
    return showAllForeseen(context, '/destroy-instance', bodies, 'it could be destroyed\n');
  }
  const destroyOne = async (id: string) => {
    const answer = await carryOut(context, '/destroy-instance', { 'instance-id': id });
    return { 'instance-id': id, ...answer };
  };
  await changeEach(context, ids, destroyOne, 'destroyed');
}
