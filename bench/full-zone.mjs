// Many clients at once for a zone that has room for a third of what they ask: who promises too much, who refuses what fits.
import { startPostgres } from './support/database.mjs';
import { LoadGenerator } from './support/load.mjs';
import { startService } from './support/processes.mjs';
import { count, figure, listSetting, setting, sum } from './support/report.mjs';
import { rivalSide, serviceSide } from './support/sides.mjs';
import { falseRefusals } from './support/verdict.mjs';
import { randomWindows } from './support/zone.mjs';

const RIVALS = ['placement', 'blazarEvents', 'rangeSweep', 'stepFunction'];

/** Refusals that Placement makes are not about windows: to it everything is at one instant. */
const TIMELESS = { start: 0, end: 1 };

export async function run(report) {
  const connections = listSetting('BENCH_CONNECTIONS', [16, 64]);
  const capacity = setting('BENCH_CAPACITY', 200);
  const postgres = await startPostgres();
  const generator = new LoadGenerator();
  const url = await postgres.createDatabase('bench');
  const service = await startService(url);
  try {
    const ours = [];
    for (const clients of connections) {
      const shared = { capacity, live: [], windows: randomWindows(undefined, capacity * 4) };
      const sides = [
        { side: await serviceSide({ service, url, generator, zone: `full-${clients}`, ...shared }) },
      ];
      for (const rival of RIVALS) sides.push({ rival, side: await rivalSide(postgres, rival, shared) });
      const results = [];
      for (const each of sides) results.push(await fill(each, clients, shared));
      print(report, clients, capacity, results);
      ours.push(results[0]);
      for (const { side } of sides) await side.stop();
    }
    claims(report, ours);
  } finally {
    generator.stop();
    await service.stop();
    await postgres.stop();
  }
}

async function fill({ side, rival }, connections, { capacity, windows }) {
  const outcome = await side.load({ connections, count: windows.length, offset: 0, history: true });
  const { over, stored } = await side.check();
  const asked = rival === 'placement' ? windows.map(() => TIMELESS) : windows;
  return {
    name: side.name,
    ...outcome,
    over,
    isStored: stored === outcome.counts.ok,
    untrue: falseRefusals({ history: outcome.history, windows: asked, live: [], room: capacity }),
  };
}

function print(report, clients, capacity, results) {
  report.table(
    `connections-${clients}`,
    `${count(capacity * 4)} requests for a zone of ${count(capacity)} cores, ${clients} connections`,
    [
      '',
      'admitted',
      'all stored',
      'over-committed instants',
      'refused',
      'gave up',
      'false refusals',
      'seconds',
    ],
    results.map(({ name, counts, isStored, over, untrue, seconds }) => [
      name,
      count(counts.ok),
      isStored ? 'yes' : 'no',
      count(over),
      count(counts.conflict),
      count((counts.gaveUp ?? 0) + (counts.busy ?? 0)),
      count(untrue),
      figure(seconds),
    ]),
  );
}

function claims(report, results) {
  const wrong = results.map(({ over, untrue, isStored }) => over + untrue + (isStored ? 0 : 1));
  const options = { wanted: 0, measured: sum(wrong), most: true, unit: '' };
  report.claim(
    'over-commits, false refusals and lost reservations of create-reservation in a zone that fills',
    options,
  );
}
