import { randomInt } from 'node:crypto';

const USAGE = `npm run fuzz -- [--seed N] [--requests N] [--only N]
  --seed N         what to draw from; default: a new one, which is printed
  --requests N     how many requests, default 5000
  --connections N  how many are under way at once, default 16
  --only N         send what the seed draws up to request N, and print that one and its answer
  --keep           keep the directory with the log and the findings even when nothing was found`;

const NUMBERS = {
  '--seed': 'seed',
  '--requests': 'requests',
  '--connections': 'connections',
  '--only': 'only',
};

/** Parses the command line. Ends the process if it is invalid. */
export function readOptions(words) {
  const options = { seed: randomInt(1, 1_000_000), requests: 5000, connections: 16, keep: false };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--keep') options.keep = true;
    else if (word in NUMBERS) options[NUMBERS[word]] = positive(rest.shift(), word);
    else misunderstood(word);
  }
  return options.only ? { ...options, requests: options.only } : options;
}

/** The command line that draws the same requests again, up to one request. */
export function replayOf({ seed, connections }, number) {
  const more = connections === 16 ? '' : ` --connections ${connections}`;
  return `npm run fuzz -- --seed ${seed}${more} --only ${number}`;
}

function positive(text, name) {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : misunderstood(`${name} ${text ?? ''}`);
}

function misunderstood(word) {
  const isHelp = word === '--help';
  process.stderr.write(isHelp ? `${USAGE}\n` : `${word} is not understood\n${USAGE}\n`);
  process.exit(isHelp ? 0 : 2);
}
