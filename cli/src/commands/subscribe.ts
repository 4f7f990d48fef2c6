import { unwrap, type Schemas } from '@headroom/client';
import { changeEach } from '../accepted.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { firstOf, withLimit } from '../lists.js';
import { secretOf } from '../secret.js';
import { tableText } from '../table.js';
import { timeText } from '../times.js';
import { aboutSubjects, subscribeTo, type Subject, type WatchOptions } from '../watched.js';

interface CallbackOptions extends WatchOptions {
  readonly callback?: string;
  readonly callbackTokenFile?: string;
}

export const addSubscribe: Register = (program, handled) => {
  const subscribe = program.command('subscribe').description('subscribe to changes');
  const { reservations, capacity } = aboutSubjects(subscribe, (command) =>
    withKey(command)
      .option(
        '--callback <url>',
        'address of the receiver (default: that of the service; without one, kept for reading)',
      )
      .option('--callback-token-file <path>', 'file with the bearer token that the receiver expects'),
  );
  reservations.action(
    handled((context: Context, ids: string[], options: CallbackOptions) =>
      subscribeAndShow(context, { reservations: ids }, options),
    ),
  );
  capacity.action(
    handled((context: Context, options: CallbackOptions) => subscribeAndShow(context, options, options)),
  );
  withLimit(subscribe.command('list').description('list subscriptions')).action(handled(list));
  withKey(subscribe.command('end'))
    .description('end subscriptions')
    .argument('<id...>', 'their ids')
    .action(handled(end));
};

async function subscribeAndShow(
  context: Context,
  subject: Subject,
  { callback: callbackUri, callbackTokenFile }: CallbackOptions,
): Promise<void> {
  const callbackToken = callbackTokenFile && (await secretOf(context.surroundings, '', callbackTokenFile));
  const made = await subscribeTo(
    context.client,
    subject,
    { callbackUri, callbackToken },
    { headers: context.keys.header() },
  );
  context.show(made, () => `${made.id}\nsecret, shown this once: ${made.secret}\n`);
}

async function list(context: Context, { limit }: { readonly limit: number }): Promise<void> {
  const found = await firstOf(
    context,
    context.client.items('/subscriptions', { tenant: context.tenant }),
    limit,
  );
  context.show(found, () => (found.length === 0 ? 'No subscriptions.\n' : listText(found)));
}

function listText(found: readonly Schemas['Subscription'][]): string {
  return tableText(found, {
    ID: ({ subscriptionId }) => subscriptionId,
    KIND: ({ kind }) => kind,
    ZONE: ({ zoneId }) => zoneId,
    CALLBACK: ({ callbackUri }) => callbackUri,
    CREATED: ({ created }) => timeText(created),
    DISABLED: ({ disabled }) => (disabled ? 'yes' : undefined),
  });
}

async function end(context: Context, ids: readonly string[]): Promise<void> {
  const endOne = async (id: string) => {
    const params = { path: { id } };
    const headers = context.keys.header();
    await unwrap(context.client.http.DELETE('/subscriptions/{id}', { params, headers }));
    return { id };
  };
  await changeEach(context, ids, endOne, 'ended');
}
