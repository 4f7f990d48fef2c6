import { someAmountsOf, withAmounts } from '../amounts.js';
import type { Context, Register } from '../context.js';
import { periodOf } from '../period.js';
import { roomIn, type Room } from '../room.js';
import { readSteps } from '../steps.js';
import { tableText } from '../table.js';
import { durationText, parseDuration, timeText } from '../times.js';

interface FindOptions {
  readonly zone?: string;
  readonly for: string;
  readonly from: string;
  readonly to: string;
  readonly limit: string;
  readonly [amount: string]: unknown;
}

interface ZoneRoom extends Room {
  readonly zone: string;
}

export const addFind: Register = (program, handled) => {
  const find = program
    .command('find')
    .description('the earliest windows in which it fits')
    .requiredOption('--for <duration>', 'length of the window, such as 3d')
    .option('-z, --zone <zone>', 'only this zone (default: each zone)')
    .option('--from <time>', 'where to begin to look', 'now')
    .option('--to <time>', 'where to stop; + counts from the beginning', '+90d')
    .option('--limit <n>', 'windows at most', '5');
  withAmounts(find)
    .addHelpText('after', '\nIt reads the figures of a zone; a reservation also has to fit on its providers.')
    .action(handled(findRoom));
};

async function findRoom(context: Context, options: FindOptions): Promise<void> {
  const amounts = someAmountsOf(options);
  const seconds = parseDuration(options.for);
  const period = periodOf(options.from, options.to, context.now);
  const found: ZoneRoom[] = [];
  for (const zone of await zonesOf(context, options.zone)) {
    const classes = await readSteps(context.client, zone, period);
    found.push(...roomIn(classes, amounts, seconds, period).map((room) => ({ zone, ...room })));
  }
  found.sort((a, b) => (a.start < b.start ? -1 : 1));
  const first = found.slice(0, Number(options.limit));
  context.show(first, () => {
    if (first.length === 0)
      return `No window of ${durationText(seconds)} before ${timeText(period.to.toISOString())}.\n`;
    return tableText(first, {
      ZONE: ({ zone }) => zone,
      START: ({ start }) => timeText(start),
      END: ({ end }) => timeText(end),
      'LATEST START': ({ latestStart }) => timeText(latestStart),
    });
  });
}

async function zonesOf({ client }: Context, zone: string | undefined): Promise<string[]> {
  if (zone !== undefined) return [zone];
  const zones: string[] = [];
  for await (const each of client.items('/zones')) zones.push(each.zone);
  return zones;
}
