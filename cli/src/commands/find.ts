import { unwrap } from '@headroom/client';
import { amountsOf, someAmountsOf, withAmounts } from '../amounts.js';
import { collectContainers } from '../containers.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { RefusalError, UsageError } from '../failures.js';
import { withLimit } from '../lists.js';
import { periodOf } from '../period.js';
import { tableText } from '../table.js';
import { collectTrait, type Traits } from '../traits.js';
import { durationText, parseDuration, timeText } from '../times.js';

/** Windows that the service answers at once. */
const MAX_WINDOWS = 100;

interface FindOptions {
  readonly zone?: string;
  readonly for: string;
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly hold?: string;
  readonly trait?: Traits;
  readonly container?: ReturnType<typeof collectContainers>;
  readonly [amount: string]: unknown;
}

export const addFind: Register = (program, handled) => {
  const find = program
    .command('find')
    .description('find the earliest windows in which a demand fits')
    .requiredOption('--for <duration>', 'length of the window, such as 3d')
    .option('-z, --zone <zone>', 'only this zone (default: all zones)')
    .option('--from <time>', 'start of the range to search', 'now')
    .option('--to <time>', 'end of the range; + counts from its start', '+90d')
    .option('--trait <name=value>', 'trait that each provider must have; may be repeated', collectTrait)
    .option(
      '--container <cores=n,ram=n,...>',
      'a container instead of amounts; may be repeated',
      collectContainers,
    )
    .option('--hold <duration>', "hold the first window for so long; 'headroom confirm' keeps it");
  withKey(withAmounts(withLimit(find, 'maximum number of windows', 5))).action(handled(findRoom));
};

async function findRoom(context: Context, options: FindOptions): Promise<void> {
  const { container: containers, trait: traits } = options;
  if (containers && Object.keys(amountsOf(options)).length > 0) {
    throw new UsageError('name amounts or containers, not both');
  }
  const duration = parseDuration(options.for);
  const { from, to } = periodOf(options.from, options.to, { now: context.now, isAhead: true });
  const body = {
    ...(containers ? { containers: [...containers] } : { capacity: someAmountsOf(options) }),
    traits,
    duration,
    zone: options.zone,
    window: { start: from.toISOString(), end: to.toISOString() },
    limit: options.limit,
    hold: options.hold === undefined ? undefined : parseDuration(options.hold),
  };
  const headers = options.hold === undefined ? {} : context.keys.header();
  const found = await unwrap(context.client.http.POST('/find-windows', { body, headers }));
  const { windows, held, more } = found;
  const isCutShort = more && windows.length < options.limit;
  context.show(options.hold === undefined ? windows : found, () => {
    if (windows.length === 0) {
      const searched = isCutShort ? 'in what was searched' : `before ${timeText(to.toISOString())}`;
      return `No window of ${durationText(duration)} ${searched}.\n`;
    }
    const table = tableText(windows, {
      ZONE: ({ zone }) => zone,
      START: ({ start }) => timeText(start),
      END: ({ end }) => timeText(end),
      'LATEST START': ({ latestStart }) => timeText(latestStart),
    });
    return held
      ? `${table}The first is held until ${timeText(held.heldUntil)}: headroom confirm ${held.reservationId}\n`
      : table;
  });
  if (isCutShort) context.note('headroom: the search ended early; --zone, --from and --to narrow it');
  else if (more) {
    const help = options.limit < MAX_WINDOWS ? '--limit' : 'a later --from';
    context.note(`headroom: there may be later windows; ${help} shows more of them`);
  }
  // Scripts go on only with what is held.
  if (options.hold !== undefined && !held)
    throw new RefusalError({
      result: 'conflict',
      message: `There is no window to hold${isCutShort ? ' in what was searched' : ''}.`,
    });
}
