import type { Foreseen, Schemas } from '@headroom/client';
import { carryOut, showForeseen } from '../accepted.js';
import { amountsText, someAmountsOf, withAmounts, type Amounts } from '../amounts.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { firstOf, timeFilter, withLimit, type TimeFilter } from '../lists.js';
import { requestedWindow, type WindowOptions } from '../period.js';
import { tableText } from '../table.js';
import { timeText } from '../times.js';

interface ListOptions extends TimeFilter {
  readonly zone?: string;
  readonly provider?: string;
  readonly limit: number;
}

interface AddOptions extends WindowOptions {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly [amount: string]: unknown;
}

export const addPools: Register = (program, handled) => {
  const pools = program.command('pools').description('list and change the declared capacity of providers');
  withLimit(pools.command('list', { isDefault: true }).description('list pool entries'))
    .option('-z, --zone <zone>', 'in this zone')
    .option('--provider <id>', 'of this provider')
    .option('--from <time>', 'in force at this time or later')
    .option('--to <time>', 'in force before this time')
    .action(handled(list));
  withWindow(withKey(pools.command('add')))
    .description('declare capacity of a provider for a window')
    .option('--dry-run', 'only show the result')
    .action(handled(add));
  withWindow(withKey(pools.command('remove')))
    .description('take capacity away for a window, such as for maintenance')
    .option('--force', 'take promised capacity too: reservations are moved, or put in conflict')
    .option('--dry-run', 'only show the affected reservations')
    .action(handled(remove));
};

function withWindow(command: ReturnType<Parameters<Register>[0]['command']>): typeof command {
  const windowed = command
    .argument('<source>', 'id of the provider, or of a pool entry of it')
    .option('--start <time>', 'start (default: now)')
    .option('--end <time>', 'end; + counts from the start (default: open)')
    .option(
      '--for <duration>',
      'length, instead of an end; without a start it counts from the clock of this machine',
    );
  return withAmounts(windowed);
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const { zone, provider, limit } = options;
  const filters = { zone, provider, ...timeFilter(options, context.now) };
  const found = await firstOf(context, context.client.items('/pools', filters), limit);
  context.show(found, () => (found.length === 0 ? 'No pool entries.\n' : listText(found)));
}

function listText(found: readonly Schemas['PoolEntry'][]): string {
  return tableText(found, {
    ID: ({ poolId }) => poolId,
    ZONE: ({ zone }) => zone,
    PROVIDER: ({ providerId }) => providerId,
    START: ({ start }) => timeText(start),
    END: ({ end }) => timeText(end) || 'open',
    CAPACITY: ({ capacity }) => amountsText(capacity as Amounts),
  });
}

async function add(context: Context, source: string, options: AddOptions): Promise<void> {
  const body = { source, ...requestedWindow(options, context.now), capacity: someAmountsOf(options) };
  if (options.dryRun) return showForeseen(context, '/increase-capacity', body, admittedText);
  const answer = await carryOut(context, '/increase-capacity', body);
  context.show(answer, () => `${answer.message}\n${answer['pool-id']}\n`);
}

async function remove(context: Context, source: string, options: AddOptions): Promise<void> {
  const window = requestedWindow(options, context.now);
  const body = { source, ...window, capacity: someAmountsOf(options), force: options.force };
  if (options.dryRun) return showForeseen(context, '/decrease-capacity', body, hitText);
  const answer = await carryOut(context, '/decrease-capacity', body);
  context.show(answer, () => `${answer.message}\n${answer['pool-id']}\n`);
}

function hitText({ moved, 'in-conflict': conflicts }: Foreseen<'/decrease-capacity'>): string {
  if (moved.length + conflicts.length === 0) return 'it would hit no reservation\n';
  const lines = [
    ...moved.map((id) => `would move ${id}`),
    ...conflicts.map((id) => `would be in conflict ${id}`),
  ];
  return `${lines.join('\n')}\n`;
}

function admittedText(foreseen: Foreseen<'/increase-capacity'>): string {
  const ids = [...foreseen['admitted-again'], ...(foreseen.admitted ?? [])];
  if (ids.length === 0) return 'it could be declared, and would admit no reservation\n';
  return ids.map((id) => `would admit ${id}\n`).join('');
}
