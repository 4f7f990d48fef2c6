import { unwrap, type ListQuery, type Schemas } from '@headroom/client';
import { changeEach } from '../accepted.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { firstOf, timeFilter, withLimit, type TimeFilter } from '../lists.js';
import { recordText, tableText } from '../table.js';
import { timeText } from '../times.js';

type Filters = ListQuery<'/deliveries'>;

interface ListOptions extends TimeFilter {
  readonly subscription?: string;
  readonly state?: Filters['state'];
  readonly limit: number;
}

export const addDeliveries: Register = (program, handled) => {
  const deliveries = program.command('deliveries').description('list, show and send notifications again');
  withLimit(deliveries.command('list', { isDefault: true }).description('list deliveries'))
    .option('--subscription <id>', 'for this subscription')
    .option('--state <state>', 'kept, waiting, delivered, superseded or dead')
    .option('--from <time>', 'made at this time or later')
    .option('--to <time>', 'made before this time')
    .action(handled(list));
  deliveries
    .command('show')
    .description('one delivery with its attempts')
    .argument('<id>', 'its id')
    .action(handled(show));
  withKey(deliveries.command('redeliver'))
    .description('send notifications again')
    .argument('<id...>', 'their ids')
    .action(handled(redeliver));
};

async function list(context: Context, options: ListOptions): Promise<void> {
  const { subscription, state, limit } = options;
  const { tenant } = context;
  const filters = { subscription, tenant, state, ...timeFilter(options, context.now) };
  const found = await firstOf(context, context.client.items('/deliveries', filters), limit);
  context.show(found, () => (found.length === 0 ? 'No deliveries.\n' : listText(found)));
}

function listText(found: readonly Schemas['Delivery'][]): string {
  return tableText(found, {
    ID: ({ deliveryId }) => deliveryId,
    SUBSCRIPTION: ({ subscriptionId }) => subscriptionId,
    STATE: ({ state }) => state,
    ATTEMPTS: ({ attempts }) => attempts,
    CREATED: ({ created }) => timeText(created),
    SETTLED: ({ settled }) => timeText(settled),
  });
}

async function show(context: Context, id: string): Promise<void> {
  const found = await unwrap(context.client.http.GET('/deliveries/{id}', { params: { path: { id } } }));
  context.show(found, () => {
    const record = recordText({
      id: found.deliveryId,
      subscription: found.subscriptionId,
      state: found.state,
      path: found.path,
      notification: JSON.stringify(found.notification),
    });
    const log = tableText(found.log, {
      AT: ({ at }) => timeText(at),
      OUTCOME: ({ outcome }) => outcome,
      STATUS: ({ status }) => status,
    });
    return found.log.length === 0 ? record : `${record}\n${log}`;
  });
}

async function redeliver(context: Context, ids: readonly string[]): Promise<void> {
  const sendAgain = (id: string) => {
    const params = { path: { id } };
    const headers = context.keys.header();
    return unwrap(context.client.http.POST('/deliveries/{id}/redeliver', { params, headers }));
  };
  await changeEach(context, ids, sendAgain, 'sent again:');
}
