import { Command } from 'commander';
import { addCapacity } from './commands/capacity.js';
import { addCompletion } from './commands/completion.js';
import { addDeliveries } from './commands/deliveries.js';
import { addFind } from './commands/find.js';
import { addInstances } from './commands/instances.js';
import { addListen } from './commands/listen.js';
import { addLogin } from './commands/login.js';
import { addPools } from './commands/pools.js';
import { addProfiles } from './commands/profiles.js';
import { addProviders } from './commands/providers.js';
import { addReport } from './commands/report.js';
import { addReservationChanges } from './commands/reservation-changes.js';
import { addReservations } from './commands/reservations.js';
import { addReserve } from './commands/reserve.js';
import { addSubscribe } from './commands/subscribe.js';
import { DEFAULT_URL, handledIn } from './context.js';
import type { Surroundings } from './surroundings.js';

const COMMANDS = [
  addCapacity,
  addFind,
  addReserve,
  addReservations,
  addReservationChanges,
  addReport,
  addInstances,
  addProviders,
  addPools,
  addSubscribe,
  addListen,
  addDeliveries,
  addLogin,
  addProfiles,
  addCompletion,
];

const EXPLANATION = `
Times: now, +3d, -2h, 'tomorrow 9:00', 'next monday', 2030-06-01T10:00:00Z. In an end, + counts from the start.
Output: a table on a terminal, JSON in a pipe or with --json.
Exit status: 0 done, 2 usage, 3 conflict (the offer is on stderr), 4 refused, 5 no answer,
129, 130 or 143 ended by a signal.
Environment: HEADROOM_URL, HEADROOM_API_KEY, HEADROOM_KEYSTONE_TOKEN, HEADROOM_TENANT, HEADROOM_PROFILE.`;

/** The whole command line. Commander writes help and usage errors itself, and throws instead of ending the process. */
export function buildProgram(surroundings: Surroundings): Command {
  const { stdout, stderr, version } = surroundings;
  const program = new Command('headroom')
    .description('Query and reserve the capacity of clouds over time.')
    .option('--url <url>', `address of the service (default: ${DEFAULT_URL})`)
    .option('--profile <name>', "profile that 'headroom login' has stored")
    .option('--tenant <name>', 'on behalf of this tenant')
    .option('--json', 'print JSON also on a terminal')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .version(version, '-V, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', EXPLANATION);
  const handled = handledIn(surroundings);
  for (const add of COMMANDS) add(program, handled);
  for (const command of program.commands) inherit(command, program);
  return program;
}

/** Commands that are made by `command()` copy the settings of their parent; those that are added do not. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
}
