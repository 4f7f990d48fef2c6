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
    let slowest = 0;
    for (const side of sizes.sides) {
      slowest = 0;
      for (const by of KEYS) {
        const measured = await timed(side.service, by);
        slowest = Math.max(slowest, measured[0]);
        rows.push([`${side.name}, by ${by}`, ...measured.map(figure)]);
        progress(rows.at(-1).join(' '));
      }
      const idle = await read(side.service, '/reports/idle');
      rows.push([`${side.name}, idle`, ...idle.map(figure)]);
    }
    report.table(
      'reports',
      'Reports on a year of reservations, over HTTP',
      ['', 'seconds', 'to the first byte', 'MB', 'process MB'],
      rows,
    );
    const size = Math.max(...counts).toLocaleString('en-US');
    const text = `the slowest usage report of a year, ${size} reservations, in seconds`;
    report.claim(text, { wanted: 60, measured: slowest, most: true, unit: 's' });
  } finally {
    await sizes.stop();
  }
}

function timed(service, by) {
  const now = Math.floor(Date.now() / 1000);
  const period = `from=${time(now - DAY)}&to=${time(now + YEAR + 10 * DAY)}`;
  return read(service, `/reports/usage?by=${by}&${period}`);
}

/** Reads an answer to its end without keeping it: seconds, those to its first byte, its size and that of the process. */
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
  return [seconds, first, bytes / 1e6, residentBytes(pid) / 1e6];
}
