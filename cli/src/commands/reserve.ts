import { accepted } from '../accepted.js';
import { amountsText, someAmountsOf, withAmounts } from '../amounts.js';
import type { Context, Register } from '../context.js';
import { collectLabel, type Labels } from '../labels.js';
import { requestedWindow, type WindowOptions } from '../period.js';
import { parseDuration, timeText } from '../times.js';

interface ReserveOptions extends WindowOptions {
  readonly zone?: string;
  readonly name?: string;
  readonly label?: Labels;
  readonly expiry?: string;
  readonly element?: string[];
  readonly dryRun?: boolean;
  readonly [amount: string]: unknown;
}

export const addReserve: Register = (program, handled) => {
  const reserve = program
    .command('reserve')
    .description('hold capacity for a window')
    .option('-z, --zone <zone>', 'zone (default: the one with the most room in which it fits)')
    .option('--start <time>', 'start (default: now)')
    .option('--end <time>', 'end; + counts from the start (default: open)')
    .option('--for <duration>', 'length, instead of an end');
  withAmounts(reserve)
    .option('--name <name>', 'a name to find it by')
    .option('--label <key=value>', 'a label to find it by; may be repeated', collectLabel)
    .option('--expiry <duration>', 'release it if nothing is drawn so long after the start')
    .option('--element <id...>', 'provider, pool, instance or reservation that it protects')
    .option('--dry-run', 'only say how it would end')
    .action(handled(createReservation));
};

async function createReservation(context: Context, options: ReserveOptions): Promise<void> {
  const capacity = someAmountsOf(options);
  const window = requestedWindow(options, context.now);
  const body = {
    ...window,
    zone: options.zone,
    capacity,
    name: options.name,
    labels: options.label,
    elements: options.element,
    expiry: options.expiry === undefined ? undefined : parseDuration(options.expiry),
  };
  const from = window.start ? timeText(window.start) : 'now';
  const what = `${amountsText(capacity)} from ${from} ${window.end ? `to ${timeText(window.end)}` : 'on'}`;
  if (options.dryRun) {
    const foreseen = accepted(await context.client.dryRun('/create-reservation', body));
    const zone = 'placement' in foreseen ? foreseen.placement.zone : foreseen.occurrences[0].placement.zone;
    return context.show(foreseen, () => `it would fit in ${zone}: ${what}\n`);
  }
  const answer = accepted(await context.client.operate('/create-reservation', body));
  context.show(answer, () => `reserved ${what}\n${answer['reservation-id']}\n`);
}
