// Takes capacity out of a provider for a window.
import { parseArgs } from 'node:util';
import { createHeadroom } from '@headroom/client';

const USAGE =
  'node examples/maintenance.mjs --provider <id> --cores <number> [--start <time>] [--end <time>] [--force]';

function readCommandLine() {
  try {
    const { values } = parseArgs({
      options: {
        provider: { type: 'string' },
        cores: { type: 'string' },
        start: { type: 'string' },
        end: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    if (values.provider !== undefined && values.cores !== undefined) return values;
    console.error(`A provider and a number of cores are needed.\n\n${USAGE}`);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
  }
  return process.exit(2);
}

const values = readCommandLine();
const headroom = createHeadroom({
  baseUrl: process.env.HEADROOM_URL ?? 'http://127.0.0.1:3000',
  token: process.env.HEADROOM_API_KEY,
});

const { provider: source, cores, start, end } = values;
const decrease = { source, start, end, capacity: { cores } };

function fail(outcome) {
  console.error(outcome.message);
  process.exit(outcome.result === 'conflict' ? 3 : 4);
}

const foreseen = await headroom.dryRun('/decrease-capacity', { ...decrease, force: true });
if (foreseen.result !== 'ok') fail(foreseen);
const hit = { moved: foreseen.moved, inConflict: foreseen['in-conflict'] };
console.log(JSON.stringify(hit));
if (hit.moved.length + hit.inConflict.length > 0 && !values.force) {
  console.error('reservations would be hit: nothing was done, --force does it all the same');
  process.exit(3);
}
const outcome = await headroom.operate('/decrease-capacity', { ...decrease, force: values.force });
if (outcome.result !== 'ok') fail(outcome);
console.log(JSON.stringify({ pool: outcome['pool-id'] }));
