import { formatTime, unwrap } from '@headroom/client';
import type { Command } from 'commander';
import { carryOut, changeEach, showAllForeseen, showForeseen } from '../accepted.js';
import { amountsOf, withAmounts } from '../amounts.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { UsageError } from '../failures.js';
import { isStepBack, parseTime, timeText } from '../times.js';

interface ExtendOptions {
  readonly dryRun?: boolean;
  readonly [amount: string]: unknown;
}

interface CancelOptions {
  readonly series?: string;
  readonly dryRun?: boolean;
}

export const addReservationChanges: Register = (program, handled) => {
  const extend = program
    .command('extend')
    .description('change when a reservation ends, or how much it holds')
    .argument('<id>', 'its id')
    .argument('[end]', "the new end; + and - count from the present one; 'open' takes it away");
  withSteps(withKey(withAmounts(extend)))
    .option('--dry-run', 'only show the result')
    .action(handled(extendReservation));
  withKey(program.command('confirm'))
    .description('keep a reservation that is held')
    .argument('<id>', 'its id')
    .action(handled(confirm));
  withKey(program.command('cancel'))
    .description('give reservations back')
    .argument('[id...]', 'their ids')
    .option('--series <id>', 'all of a series that have not begun')
    .option('--dry-run', 'only show the result')
    .action(handled(cancel));
};

async function confirm(context: Context, id: string): Promise<void> {
  const answer = await carryOut(context, '/confirm-reservation', { 'reservation-id': id });
  context.show(answer, () => `confirmed ${id}\n`);
}

async function extendReservation(
  context: Context,
  id: string,
  end: string | undefined,
  options: ExtendOptions,
): Promise<void> {
  const capacity = amountsOf(options);
  const isResized = Object.keys(capacity).length > 0;
  if (end === undefined && !isResized) throw new UsageError('name a new end, or amounts');
  const newEnd = end === undefined ? undefined : await endOf(context, id, end);
  const body = { 'reservation-id': id, end: newEnd, ...(isResized ? { capacity } : {}) };
  const told = newEnd === undefined ? 'changed' : newEnd === null ? 'no end' : `until ${timeText(newEnd)}`;
  if (options.dryRun)
    return showForeseen(context, '/update-reservation', body, () => `it would fit: ${told}\n`);
  const answer = await carryOut(context, '/update-reservation', body);
  context.show({ ...answer, ...(newEnd === undefined ? {} : { end: newEnd }) }, () => `${told}\n`);
}

/** Commander takes a step back such as `-2h`, and what follows it, for unknown options; here they are arguments. */
function withSteps(command: Command): Command {
  const parseOptions = command.parseOptions.bind(command);
  command.parseOptions = (args) => {
    const { operands, unknown } = parseOptions(args);
    const steps = unknown.filter(isStepBack);
    const following = unknown.filter((arg) => !arg.startsWith('-'));
    const options = unknown.filter((arg) => arg.startsWith('-') && !isStepBack(arg));
    return { operands: [...operands, ...following, ...steps], unknown: options };
  };
  return command;
}

/** An end that counts from the present one needs that first. */
async function endOf({ client, now }: Context, id: string, text: string): Promise<string | null> {
  if (text === 'open') return null;
  if (!/^[+-]/.test(text)) return formatTime(parseTime(text, { now, isAhead: true }));
  const { end } = await unwrap(client.http.GET('/reservations/{id}', { params: { path: { id } } }));
  if (end === undefined) throw new UsageError(`the reservation has no end that '${text}' could count from`);
  return formatTime(parseTime(text, { now, reference: new Date(end), isAhead: true }));
}

async function cancel(context: Context, ids: readonly string[], options: CancelOptions): Promise<void> {
  const { series, dryRun } = options;
  if (series === undefined ? ids.length === 0 : ids.length > 0) {
    throw new UsageError('name reservations, or a series');
  }
  const bodies =
    series === undefined ? ids.map((id) => ({ 'reservation-id': id })) : [{ 'series-id': series }];
  if (dryRun) return showAllForeseen(context, '/cancel-reservation', bodies, 'it could be cancelled\n');
  if (series !== undefined) return cancelSeries(context, series);
  const cancelOne = async (id: string) => {
    const answer = await carryOut(context, '/cancel-reservation', { 'reservation-id': id });
    return { 'reservation-id': id, ...answer };
  };
  await changeEach(context, ids, cancelOne, 'cancelled');
}

async function cancelSeries(context: Context, series: string): Promise<void> {
  const answer = await carryOut(context, '/cancel-reservation', { 'series-id': series });
  const ended = answer['reservation-ids'] ?? [];
  context.show(answer, () => ended.map((id) => `cancelled ${id}\n`).join(''));
}
