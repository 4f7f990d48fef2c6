import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError, unwrap, type Notification, type Schemas } from '@headroom/client';
import { Option } from 'commander';
import type { Context, Register } from '../context.js';
import { UsageError } from '../failures.js';
import { outlasting, untilInterrupted } from '../interruption.js';
import { wholeNumber } from '../numbers.js';
import { patiently } from '../patience.js';
import { jsonText, printable } from '../printable.js';
import { openReceiver, type Receiver } from '../receiver.js';
import { timeText } from '../times.js';
import { Unseen } from '../unseen.js';
import {
  aboutSubjects,
  subscribeTo,
  type Callback,
  type Subject,
  type Subscribed,
  type WatchOptions,
} from '../watched.js';

interface ListenOptions extends WatchOptions {
  readonly host: string;
  readonly port: number;
  readonly callback?: string;
  readonly poll?: boolean;
}

type Body = Notification['body'];

const POLL_INTERVAL_MS = 1_000;
const END_TIMEOUT_MS = 5_000;
/** After the signal of the user: how long the subscribe under way may still take. */
const SUBSCRIBE_TIMEOUT_MS = 2_000;

export const addListen: Register = (program, handled) => {
  const listen = program.command('listen').description('print changes as they happen, until Ctrl-C');
  const { reservations, capacity } = aboutSubjects(listen, (command) =>
    command
      .option('--host <address>', 'where the receiver listens', '127.0.0.1')
      .option('--port <port>', 'its port (default: a free one)', wholeNumber(0, 65_535), 0)
      .option('--callback <url>', 'address of the receiver as the service sees it, such as that of a tunnel')
      .addOption(
        new Option('--poll', 'poll the service every second instead of running a receiver').conflicts([
          'host',
          'port',
          'callback',
        ]),
      ),
  );
  reservations.action(
    handled((context: Context, ids: string[], options: ListenOptions) =>
      listenTo(context, { reservations: ids }, options),
    ),
  );
  capacity.action(handled((context: Context, options: ListenOptions) => listenTo(context, options, options)));
};

function listenTo(context: Context, subject: Subject, options: ListenOptions): Promise<void> {
  return untilInterrupted(context.surroundings.signal, () => listenOn(context, subject, options));
}

async function listenOn(context: Context, subject: Subject, options: ListenOptions): Promise<void> {
  if (options.poll) return pollFor(context, subject);
  const receiver = await receive(context, options);
  try {
    const { callback } = options;
    const subscribed =
      callback === undefined
        ? await subscribeAllowed(context, subject, receiver.url)
        : await subscribe(context, subject, { callbackUri: callback });
    if (!subscribed) return await pollFor(context, subject);
    receiver.secret = subscribed.secret;
    context.note(`headroom: listening at ${receiver.url}, Ctrl-C ends it`);
    await untilEnded(context, subscribed.id, () => once(context.surroundings.signal, 'abort'));
  } finally {
    await receiver.close();
  }
}

async function receive(context: Context, { host, port }: ListenOptions): Promise<Receiver> {
  try {
    return await openReceiver(host, port, {
      onNotification: ({ body }) => print(context, body),
      onRejected: (reason) => context.note(`headroom: refused a request: ${reason}`),
    });
  } catch (error) {
    throw new UsageError(`can't listen on ${host}:${port}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Undefined: the service refuses to send to the address of the receiver, which is noted with its reason. */
async function subscribeAllowed(
  context: Context,
  subject: Subject,
  callbackUri: string,
): Promise<Subscribed | undefined> {
  try {
    return await subscribe(context, subject, { callbackUri });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (!error.problem.errors?.some(({ pointer }) => pointer === '/callbackUri')) throw error;
    context.surroundings.signal.throwIfAborted();
    context.note(`headroom: ${error.message}, so this command polls the service`);
    return undefined;
  }
}

/** Waits for the answer also after the signal of the user: without its id the subscription can't be ended. */
async function subscribe(context: Context, subject: Subject, callback?: Callback): Promise<Subscribed> {
  const signal = outlasting(context.surroundings.signal, SUBSCRIBE_TIMEOUT_MS);
  try {
    return await subscribeTo(context.client, subject, callback, { signal });
  } catch (error) {
    if (signal.aborted)
      context.note('headroom: no answer to the subscribe: headroom subscribe list shows whether it was made');
    throw error;
  }
}

/** Without an address the service keeps notifications for reading, also those that it sends to its default address. */
async function pollFor(context: Context, subject: Subject): Promise<void> {
  const { client, surroundings } = context;
  const { id } = await subscribe(context, subject);
  const unseen = new Unseen<Schemas['Delivery']>();
  const answered = patiently(context);
  context.note('headroom: polling every second, Ctrl-C ends it');
  await untilEnded(context, id, async () => {
    while (!surroundings.signal.aborted) {
      const latest = client.items('/subscriptions/{id}/deliveries', { id, order: 'desc' });
      const found = await answered(() => unseen.of(latest));
      for (const { notification } of found ?? []) print(context, notification);
      await pause(POLL_INTERVAL_MS, undefined, { signal: surroundings.signal }).catch(() => undefined);
    }
  });
}

/** Ends the subscription, however the work has ended. */
async function untilEnded(context: Context, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    if (!context.surroundings.signal.aborted) await work();
  } finally {
    await endSubscription(context, id);
  }
}

/** The signal of the user has ended the work, so this request has a time limit instead. */
async function endSubscription(context: Context, id: string): Promise<void> {
  const params = { path: { id } };
  const signal = AbortSignal.timeout(END_TIMEOUT_MS);
  try {
    await unwrap(context.client.http.DELETE('/subscriptions/{id}', { params, signal }));
  } catch (error) {
    context.note(`headroom: the subscription ${id} is not ended: ${(error as Error).message}`);
  }
}

/** A line for each: JSON in a pipe, a sentence on a terminal. */
function print({ isJson, surroundings }: Context, body: Body): void {
  surroundings.stdout.write(`${isJson ? jsonText(body) : printable(sentence(body))}\n`);
}

function sentence(body: Body): string {
  const sent = changed(body);
  return body.test ? `test event: ${sent}` : sent;
}

function changed(body: Body): string {
  if ('changeId' in body) {
    const { reservationId, changeType, changedReservationData = {} } = body;
    const changes = Object.entries(changedReservationData).map(([name, value]) => `${name}=${textOf(value)}`);
    return [timeText(new Date().toISOString()), reservationId, changeType, ...changes].join('  ');
  }
  const {
    capacityChangeTime,
    zoneId,
    resourceDescriptor = {},
    capacityInformation = {},
  } = body as Exclude<Body, { changeId?: string }>;
  const figures = Object.entries(capacityInformation).map(([name, value]) => `${name}=${value}`);
  const type = Object.values(resourceDescriptor).join(' ');
  return [timeText(capacityChangeTime), zoneId ?? 'all zones', type, ...figures].join('  ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
