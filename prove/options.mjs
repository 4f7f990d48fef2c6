import { randomInt } from 'node:crypto';
import { BREAKS } from './faults/breaks.mjs';
import { FAULTS_PER_MINUTE } from './faults/schedule.mjs';
import { ZONE_KINDS } from './workload/zones.mjs';

const USAGE = `npm run prove -- [--seed N] [--minutes M] [--break ${Object.keys(BREAKS).join(' | ')}]
  --seed N        what to draw from; default: a new one, which is printed
  --minutes M     how long, default 2; fractions are fine
  --total N       until so many calls have been made, however long that takes; with --minutes, for that long at least
  --round N       the round to begin with, to replay one that failed; default 1
  --seconds N     how long a round is, default 30
  --clients N     default 64
  --processes N   this many service processes in every round, clocks right; default: drawn, 1 to 4
  --reads N       percentage of calls that are reads, below 100; default: about 25, by kind of zone
  --zones A,B     clients only in zones of these kinds: ${ZONE_KINDS.join(', ')}; default: all
  --calls N       end a round after so many calls; default: after 30 seconds
  --faults N      so many a minute, default 18
  --no-faults     break nothing
  --break NAME    run a service with a known mistake, to see that it is found
  --until P1      don't end with the first round in which something was found, but with one in which this property was violated
  --go-on         don't end with the first round in which something was found
  --keep          keep histories of rounds in which nothing was found`;

/** Parses the command line. Ends the process if it is invalid. */
export function readOptions(words) {
  const options = { seconds: 30, round: 1, clients: 64, faults: FAULTS_PER_MINUTE, keep: false };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--seed') options.seed = number(rest.shift(), word);
    else if (word === '--minutes') options.minutes = number(rest.shift(), word);
    else if (word === '--total') options.total = number(rest.shift(), word);
    else if (word === '--seconds') options.seconds = number(rest.shift(), word);
    else if (word === '--faults') options.faults = number(rest.shift(), word);
    else if (word === '--round') options.round = number(rest.shift(), word);
    else if (word === '--clients') options.clients = number(rest.shift(), word);
    else if (word === '--processes') options.processes = number(rest.shift(), word);
    else if (word === '--reads') options.reads = Math.min(99, number(rest.shift(), word));
    else if (word === '--zones') options.kinds = kindsIn(rest.shift() ?? misunderstood(word));
    else if (word === '--calls') options.calls = number(rest.shift(), word);
    else if (word === '--no-faults') options.faults = 0;
    else if (word === '--go-on') options.goOn = true;
    else if (word === '--until') options.until = rest.shift() ?? misunderstood(word);
    else if (word === '--keep') options.keep = true;
    else if (word === '--break' && rest[0] in BREAKS) options.breaking = rest.shift();
    else misunderstood(word);
  }
  return { seed: randomInt(1, 1_000_000), minutes: options.total ? 0 : 2, ...options };
}

/** The command line that repeats one round. */
export function replayOf(options, round) {
  const { seed, seconds, clients, processes, reads, kinds, calls, faults, breaking } = options;
  const words = ['--seed', seed, '--round', round, '--minutes', seconds / 60, '--clients', clients];
  if (seconds !== 30) words.push('--seconds', seconds);
  if (processes) words.push('--processes', processes);
  if (reads !== undefined) words.push('--reads', reads);
  if (kinds) words.push('--zones', kinds.join());
  if (calls) words.push('--calls', calls);
  if (!faults) words.push('--no-faults');
  else if (faults !== FAULTS_PER_MINUTE) words.push('--faults', faults);
  if (breaking) words.push('--break', breaking);
  return `npm run prove -- ${words.join(' ')}`;
}

function kindsIn(text) {
  const kinds = text.split(',');
  return kinds.every((kind) => ZONE_KINDS.includes(kind)) ? kinds : misunderstood(`--zones ${text}`);
}

function number(text, name) {
  const value = Number(text);
  return text !== undefined && value >= 0 ? value : misunderstood(`${name} ${text ?? ''}`);
}

function misunderstood(word) {
  const isHelp = word === '--help';
  process.stderr.write(isHelp ? `${USAGE}\n` : `${word} is not understood\n${USAGE}\n`);
  process.exit(isHelp ? 0 : 2);
}
