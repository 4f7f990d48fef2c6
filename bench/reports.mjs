// What the usage report of a year costs: reservations spread over it, each with its entries.
import { startSizes } from './support/live-reservations.mjs';
import { residentBytes } from './support/processes.mjs';
import { figure, listSetting, progress } from './support/report.mjs';
import { DAY, time, YEAR } from './support/zone.mjs';

const KEYS = ['zone', 'class', 'provider', 'tenant', 'reservation'];

export async function run(report) {
  const counts = listSetting('BENCH_LIVE', [100_000, 1_000_000]);
  const sizes = await startSizes(counts);
  try {
    const rows = [];
    for (const side of sizes.sides) {
      for (const by of KEYS) {
        rows.push([`${side.name}, by ${by}`, ...(await timed(side.service, by))]);
        progress(rows.at(-1).join(' '));
      }
      rows.push([`${side.name}, idle`, ...(await read(side.service, '/reports/idle'))]);
    }
    report.table(
      'reports',
      'Reports on a year of reservations, over HTTP',
      ['', 'seconds', 'to the first byte', 'MB', 'process MB'],
      rows,
    );
  } finally {
    await sizes.stop();
  }
}

function timed(service, by) {
  const now = Math.floor(Date.now() / 1000);
  const period = `from=${time(now - DAY)}&to=${time(now + YEAR + 10 * DAY)}`;
  return read(service, `/reports/usage?by=${by}&${period}`);
}

/** Reads an answer to its end without keeping it. */
async function read({ port, pid }, path) {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  let first;
  let bytes = 0;
  for await (const chunk of answer.body) {
    first ??= (performance.now() - begun) / 1000;
    bytes += chunk.length;
  }
  const seconds = (performance.now() - begun) / 1000;
  return [figure(seconds), figure(first), figure(bytes / 1e6), figure(residentBytes(pid) / 1e6)];
}
