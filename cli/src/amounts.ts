import { InvalidArgumentError, Option, type Command } from 'commander';
import { UsageError } from './failures.js';

export type Amounts = Readonly<Record<string, number>>;

const MEBI: Readonly<Record<string, number>> = { '': 1, M: 1, G: 1024, T: 1024 * 1024 };
const GIGA: Readonly<Record<string, number>> = { '': 1, G: 1, T: 1000 };

interface AmountOption {
  readonly flags: string;
  readonly description: string;
  readonly units?: Readonly<Record<string, number>>;
}

const OPTIONS: Readonly<Record<string, AmountOption>> = {
  cores: { flags: '--cores <n>', description: 'cores' },
  ram: { flags: '--ram <size>', description: 'memory in MB, or such as 16G', units: MEBI },
  instances: { flags: '--instances <n>', description: 'instances' },
  addresses: { flags: '--addresses <n>', description: 'public addresses' },
  gigabytes: { flags: '--gigabytes <size>', description: 'storage in GB, or such as 2T', units: GIGA },
  volumes: { flags: '--volumes <n>', description: 'volumes' },
  snapshots: { flags: '--snapshots <n>', description: 'snapshots' },
};

/** The classes that have an option of their own, in the order in which they are shown. */
export const CLASSES = Object.keys(OPTIONS);

/** Adds an option per resource class, and one for all other classes. */
export function withAmounts(command: Command): Command {
  for (const [name, { flags, description, units = { '': 1 } }] of Object.entries(OPTIONS)) {
    command.addOption(
      new Option(flags, description).argParser((text: string) => parseAmount(text, units, name)),
    );
  }
  return command.option(
    '--amount <class=n>',
    'amount of another class; may be repeated',
    (text: string, before: Amounts = {}) => {
      const [name, amount] = parsePair(text);
      if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`${name} has an amount already.`);
      return { ...before, [name]: amount };
    },
  );
}

/**
 * @param options what commander has parsed of the options that `withAmounts` has added
 * @throws UsageError when a class is named twice
 */
export function amountsOf(options: Readonly<Record<string, unknown>>): Amounts {
  const own = CLASSES.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  const named = Object.fromEntries(own) as Amounts;
  const others = (options.amount ?? {}) as Amounts;
  const twice = Object.keys(others).find((name) => Object.hasOwn(named, name));
  if (twice !== undefined) throw new UsageError(`${twice} has two amounts: --${twice} and --amount`);
  return { ...named, ...others };
}

/** @throws UsageError when no amount was given */
export function someAmountsOf(options: Readonly<Record<string, unknown>>): Amounts {
  const amounts = amountsOf(options);
  if (Object.keys(amounts).length === 0) {
    throw new UsageError('name at least one amount, such as --cores 8 --ram 16G --instances 4');
  }
  return amounts;
}

/** Such as `cores=8 ram=16384 instances=4`. */
export function amountsText(amounts: Amounts): string {
  const names = [...CLASSES, ...Object.keys(amounts)].filter((name) => amounts[name]);
  return [...new Set(names)].map((name) => `${name}=${amounts[name]}`).join(' ');
}

function parseAmount(text: string, units: Readonly<Record<string, number>>, name: string): number {
  const [, digits, unit = ''] = /^(\d{1,15})([a-z]?)b?$/i.exec(text) ?? [];
  const factor = units[unit.toUpperCase()];
  if (digits !== undefined && factor !== undefined) return Number(digits) * factor;
  const suffixes = Object.keys(units).filter(Boolean).join(', ');
  throw new InvalidArgumentError(
    `${name} is a whole number${suffixes ? `, with ${suffixes} behind it if you like` : ''}.`,
  );
}

function parsePair(text: string): [name: string, amount: number] {
  const [, name, amount] = /^([A-Za-z][\w-]*)=(\d{1,15})$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It is written as class=number.');
  return [name, Number(amount)];
}
