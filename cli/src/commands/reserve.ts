import { formatTime, type Accepted, type Foreseen as ForeseenOf } from '@headroom/client';
import { carryOut, showForeseen } from '../accepted.js';
import { amountsOf, amountsText, someAmountsOf, withAmounts } from '../amounts.js';
import { withKey } from '../change.js';
import type { Context, Register } from '../context.js';
import { collectLabel, type Labels } from '../labels.js';
import { collectTrait, type Traits } from '../traits.js';
import { requestedWindow, type WindowOptions } from '../period.js';
import { parseDuration, parseTime, timeText } from '../times.js';

interface ReserveOptions extends WindowOptions {
  readonly zone?: string;
  readonly name?: string;
  readonly label?: Labels;
  readonly expiry?: string;
  readonly element?: string[];
  readonly trait?: Traits;
  readonly hold?: string;
  readonly wait?: boolean;
  readonly waitUntil?: string;
  readonly repeat?: string;
  readonly dryRun?: boolean;
  readonly [amount: string]: unknown;
}

export const addReserve: Register = (program, handled) => {
  const reserve = program
    .command('reserve')
    .description('reserve capacity for a window')
    .option('-z, --zone <zone>', 'zone (default: the one with the most room in which it fits)')
    .option('--start <time>', 'start (default: now)')
    .option('--end <time>', 'end; + counts from the start (default: open)')
    .option(
      '--for <duration>',
      'length, instead of an end; without a start it counts from the clock of this machine',
    );
  withKey(withAmounts(reserve))
    .option('--name <name>', 'its name')
    .option('--label <key=value>', 'a label; may be repeated', collectLabel)
    .option('--expiry <duration>', 'release it so long after the start if no instance has drawn on it')
    .option(
      '--trait <name=value>',
      'trait that each provider which backs it must have; may be repeated',
      collectTrait,
    )
    .option('--element <id...>', 'provider, pool, instance or reservation that it protects')
    .option('--hold <duration>', "hold it for so long, then release it unless 'headroom confirm' has kept it")
    .option('--wait', 'if it does not fit, let it wait until it does')
    .option('--wait-until <time>', 'as --wait, until this time')
    .option('--repeat <rule>', 'make a series, such as FREQ=WEEKLY;COUNT=10: all or none')
    .option('--dry-run', 'only show the result')
    .action(handled(createReservation));
};

async function createReservation(context: Context, options: ReserveOptions): Promise<void> {
  const capacity = options.element ? amountsOf(options) : someAmountsOf(options);
  const window = requestedWindow(options, context.now);
  const body = {
    ...window,
    zone: options.zone,
    capacity,
    name: options.name,
    labels: options.label,
    elements: options.element,
    traits: options.trait,
    expiry: secondsOf(options.expiry),
    hold: secondsOf(options.hold),
    wait: options.wait,
    'wait-until':
      options.waitUntil && formatTime(parseTime(options.waitUntil, { now: context.now, isAhead: true })),
    repeat: options.repeat,
  };
  const from = window.start ? timeText(window.start) : 'now';
  const what = `${amountsText(capacity) || 'its elements'} from ${from} ${window.end ? `to ${timeText(window.end)}` : 'on'}`;
  if (options.dryRun) {
    const text = (foreseen: Foreseen): string => `${foreseenText(foreseen)}: ${what}\n`;
    return showForeseen(context, '/create-reservation', body, text);
  }
  const answer = await carryOut(context, '/create-reservation', body);
  context.show(answer, () => acceptedText(answer, what));
}

type Foreseen = ForeseenOf<'/create-reservation'>;

function foreseenText(foreseen: Foreseen): string {
  if ('occurrences' in foreseen) {
    const { occurrences } = foreseen;
    return `all ${occurrences.length} would fit in ${occurrences[0].placement.zone}, the first`;
  }
  const { zone } = foreseen.placement;
  return foreseen.state === 'waiting' ? `it would wait in ${zone}` : `it would fit in ${zone}`;
}

function acceptedText(answer: Accepted<'/create-reservation'>, what: string): string {
  const id = `${answer['reservation-id']}\n`;
  const { occurrences, 'series-id': series, 'held-until': held } = answer;
  if (occurrences) {
    const rows = occurrences.map((each) => `${each['reservation-id']}  ${timeText(each.start)}\n`);
    return `reserved ${occurrences.length} times ${what}\nseries ${series}\n${rows.join('')}`;
  }
  if (answer.state === 'waiting') return `waits for ${what}\n${id}`;
  return `${held ? `held until ${timeText(held)}:` : 'reserved'} ${what}\n${id}`;
}

function secondsOf(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(duration);
}
