// Holds capacity while a command runs: node examples/ci-run.mjs --zone demo --cores 8 --minutes 30 -- npm test
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createHeadroom, formatTime } from '@headroom/client';

const USAGE =
  'node examples/ci-run.mjs --zone <zone> [--cores 4] [--minutes 30] [--patience 10] -- <command> [parameters]';

function readCommandLine() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        zone: { type: 'string' },
        cores: { type: 'string', default: '4' },
        minutes: { type: 'string', default: '30' },
        patience: { type: 'string', default: '10' },
      },
    });
    if (read.values.zone !== undefined && read.positionals.length > 0) return read;
    console.error(`A zone and a command are needed.\n\n${USAGE}`);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
  }
  return process.exit(2);
}

const { values, positionals } = readCommandLine();
const headroom = createHeadroom({
  baseUrl: process.env.HEADROOM_URL ?? 'http://127.0.0.1:3000',
  token: process.env.HEADROOM_API_KEY,
});

/** Aborted by the signal that ends this script, whose name is the reason. */
const ending = new AbortController();
let child;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    ending.abort(signal);
    // Ctrl-C reaches the command without help.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
  });
}

/** The reservation's id and start. Ends the script with 3 if it does not fit soon enough, and with 4 if it is refused. */
async function reserve() {
  const deadline = Date.now() + Number(values.patience) * 60_000;
  let start = new Date();
  for (;;) {
    const end = new Date(start.getTime() + Number(values.minutes) * 60_000);
    const window = { start: formatTime(start), end: formatTime(end) };
    const body = { ...window, zone: values.zone, capacity: { cores: values.cores }, name: 'ci' };
    const outcome = await headroom.operate('/create-reservation', body);
    if (outcome.result === 'ok') return { id: outcome['reservation-id'], start };
    console.error(outcome.message);
    const next = outcome.offer?.nextWindow?.start;
    if (outcome.result !== 'conflict') process.exit(4);
    if (!next || Date.parse(next) > deadline) process.exit(3);
    start = new Date(next);
  }
}

/** Waits for the start of the reservation, then runs the command. Gives the exit status. */
async function run([program, ...parameters], { id, start }) {
  const wait = Math.max(0, start.getTime() - Date.now());
  await pause(wait, undefined, { signal: ending.signal }).catch(() => undefined);
  if (ending.signal.aborted) return statusOf(ending.signal.reason);
  child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, RESERVATION_ID: id } });
  try {
    const [status, signal] = await once(child, 'exit');
    return status ?? statusOf(signal);
  } catch (error) {
    console.error(`the command can't be run: ${error.message}`);
    return 127;
  }
}

/** As shells report the end by a signal. */
function statusOf(signal) {
  return 128 + constants.signals[signal];
}

const reservation = await reserve();
console.error(`reserved ${values.cores} cores: ${reservation.id}`);
try {
  process.exitCode = await run(positionals, reservation);
} finally {
  const kept = (error) => console.error(`the reservation stays until its end: ${error.message}`);
  await headroom.operate('/cancel-reservation', { 'reservation-id': reservation.id }).catch(kept);
}
