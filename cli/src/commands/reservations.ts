import { unwrap, type ListQuery, type Schemas } from '@headroom/client';
import type { Command } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import { amountsText, type Amounts } from '../amounts.js';
import type { Context, Register } from '../context.js';
import { untilInterrupted } from '../interruption.js';
import { patiently } from '../patience.js';
import { jsonText } from '../printable.js';
import { collectLabelFilter, labelsText } from '../labels.js';
import { cutList, firstOf, noteCut, timeFilter, withLimit, type CutList } from '../lists.js';
import { recordText, tableText } from '../table.js';
import { timeText } from '../times.js';

type Summary = Schemas['ReservationSummary'];
type Filters = ListQuery<'/reservations'>;

interface ListOptions {
  readonly zone?: string;
  readonly provider?: string;
  readonly state?: Filters['state'];
  readonly kind?: Filters['kind'];
  readonly name?: string;
  readonly label?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly order?: Filters['order'];
  readonly limit: number;
  readonly watch?: boolean;
}

const WATCH_INTERVAL_MS = 2_000;
const CLEAR_SCREEN = '\u001b[H\u001b[2J';

export const addReservations: Register = (program, handled) => {
  withFilters(program.command('reservations').description('list reservations'))
    .option('-w, --watch', 'print the list again after each change, until Ctrl-C')
    .action(handled(list));
  program
    .command('show')
    .description('show one reservation with its claims, instances and history')
    .argument('<id>', 'its id')
    .action(handled(show));
};

function withFilters(command: Command): Command {
  return withLimit(command)
    .option('-z, --zone <zone>', 'in this zone')
    .option('--provider <id>', 'backed by this provider')
    .option('--state <state>', 'in this state')
    .option('--kind <kind>', 'compute, containers, network, storage or mixed')
    .option('--name <name>', 'of this name')
    .option('--label <key=value>', 'with this label, or with this key; may be repeated', collectLabelFilter)
    .option('--from <time>', 'in force at this time or later')
    .option('--to <time>', 'in force before this time')
    .option('--order <order>', 'asc: the oldest first; desc');
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const { limit, watch, zone, provider, state, kind, name, label, order } = options;
  const { tenant } = context;
  const times = timeFilter(options, context.now);
  const filters = { zone, provider, tenant, state, kind, name, label, order, ...times };
  const items = () => context.client.items('/reservations', filters);
  if (!watch) return showList(context, await firstOf(context, items(), limit));
  const read = () => cutList(items(), limit);
  await untilInterrupted(context.surroundings.signal, () => watchList(context, read, limit));
}

function showList(context: Context, found: readonly Summary[]): void {
  context.show(found, () => listText(found));
}

/** Prints the list again whenever it has changed: over the one before on a terminal, a line of JSON each in a pipe. */
async function watchList(
  context: Context,
  read: () => Promise<CutList<Summary>>,
  limit: number,
): Promise<void> {
  const { stdout, signal } = context.surroundings;
  const answered = patiently(context);
  let before: string | undefined;
  while (!signal.aborted) {
    const { found, isCut } = (await answered(read)) ?? {};
    const line = found === undefined ? before : jsonText(found);
    if (found && line !== before) {
      stdout.write(context.isJson ? `${line}\n` : `${CLEAR_SCREEN}${listText(found)}`);
      if (isCut) noteCut(context, limit);
    }
    before = line;
    await pause(WATCH_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function listText(found: readonly Summary[]): string {
  if (found.length === 0) return 'No reservations.\n';
  return tableText(found, {
    ID: ({ reservationId }) => reservationId,
    NAME: ({ name }) => name,
    ZONE: ({ zone }) => zone,
    KIND: ({ kind }) => kind,
    STATE: ({ state }) => state,
    START: ({ start }) => timeText(start),
    END: ({ end }) => timeText(end) || 'open',
    CAPACITY: ({ capacity }) => amountsText(capacity as Amounts),
    LABELS: ({ labels }) => labelsText(labels),
  });
}

async function show(context: Context, id: string): Promise<void> {
  const found = await unwrap(context.client.http.GET('/reservations/{id}', { params: { path: { id } } }));
  context.show(found, () => detailText(found));
}

function detailText(found: Schemas['Reservation']): string {
  const record = recordText({
    id: found.reservationId,
    name: found.name,
    state: found.state,
    kind: found.kind,
    zone: found.zone,
    tenant: found.tenant,
    start: timeText(found.start),
    end: timeText(found.end) || 'open',
    expiry: timeText(found.expiry),
    capacity: amountsText(found.capacity),
    addresses: found.publicIps.join(' '),
    elements: found.elements.join(' '),
    labels: labelsText(found.labels),
  });
  const claims = tableText(found.claims, {
    'BACKED BY': ({ providerId }) => providerId,
    CAPACITY: ({ capacity }) => amountsText(capacity as Amounts),
  });
  const history = tableText(found.history, {
    RECORDED: ({ recorded }) => timeText(recorded),
    MOVES: ({ moves }) => moves,
    FROM: ({ start }) => timeText(start),
    TO: ({ end }) => timeText(end) || 'open',
    CAPACITY: ({ capacity }) => amountsText(capacity as Amounts),
  });
  const instances = tableText(found.instances, {
    INSTANCE: ({ instanceId }) => instanceId,
    NAME: ({ name }) => name,
    STATE: ({ state }) => state,
  });
  const sections = [claims, ...(found.instances.length > 0 ? [instances] : []), history];
  return [record, ...sections].join('\n');
}
