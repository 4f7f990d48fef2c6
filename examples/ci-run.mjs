// Holds capacity while a command runs: node examples/ci-run.mjs --zone demo --cores 8 --minutes 30 -- npm test
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createHeadroom, formatTime } from '@headroom/client';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    zone: { type: 'string' },
    cores: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '30' },
    patience: { type: 'string', default: '10' },
  },
});
const headroom = createHeadroom({
  baseUrl: process.env.HEADROOM_URL ?? 'http://127.0.0.1:3000',
  token: process.env.HEADROOM_API_KEY,
});

/** The reservation's id once it has begun; undefined: it does not fit soon enough. */
async function reserve() {
  const deadline = Date.now() + Number(values.patience) * 60_000;
  let start = new Date();
  for (;;) {
    const end = new Date(start.getTime() + Number(values.minutes) * 60_000);
    const window = { start: formatTime(start), end: formatTime(end) };
    const body = { ...window, zone: values.zone, capacity: { cores: values.cores }, name: 'ci' };
    const outcome = await headroom.operate('/create-reservation', body);
    if (outcome.result === 'ok') {
      await pause(Math.max(0, start.getTime() - Date.now()));
      return outcome['reservation-id'];
    }
    console.error(outcome.message);
    const next = outcome.offer?.nextWindow?.start;
    if (!next || Date.parse(next) > deadline) return undefined;
    start = new Date(next);
  }
}

async function run([program, ...parameters], reservation) {
  const env = { ...process.env, RESERVATION_ID: reservation };
  const child = spawn(program, parameters, { stdio: 'inherit', env });
  const [status] = await once(child, 'exit');
  return status ?? 1;
}

const reservation = await reserve();
if (reservation === undefined) {
  process.exitCode = 3;
} else {
  console.error(`reserved ${values.cores} cores: ${reservation}`);
  try {
    process.exitCode = await run(positionals, reservation);
  } finally {
    await headroom.operate('/cancel-reservation', { 'reservation-id': reservation });
  }
}
