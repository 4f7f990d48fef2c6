// How long a process takes to fold a million entries of a zone, beside just reading their rows; and what the fold weighs.
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildFold } from '../dist/src/allocation/ledger-reader.js';
import { createDataSource } from '../dist/src/database/data-source.js';
import { startFewAndMany } from './support/live-reservations.mjs';
import { figure, median, printMachine, printTable, progress, ratio, setting } from './support/report.mjs';
import { ZONE } from './support/zone.mjs';

const ROUNDS = setting('BENCH_ROUNDS', 5);

export async function run(scale) {
  const own = scale ?? (await startFewAndMany());
  const dataSource = createDataSource(own.sides[1].url, { poolSize: 2 });
  await dataSource.initialize();
  try {
    await measure(dataSource.manager);
  } finally {
    await dataSource.destroy();
    if (!scale) await own.stop();
  }
}

async function measure(db) {
  const now = Math.floor(Date.now() / 1000);
  const { statements, rows: count } = await statementsOf(db, now);
  const reading = [];
  const folding = [];
  for (let round = 1; round <= ROUNDS; round++) {
    reading.push(await seconds(() => readOnly(db, statements)));
    folding.push(await seconds(() => buildFold(db, ZONE, now)));
    progress(`round ${round}: reading ${figure(reading.at(-1))} s, folding ${figure(folding.at(-1))} s`);
  }
  const before = usedBytes();
  const fold = await buildFold(db, ZONE, now);
  const bytes = usedBytes() - before;
  const share = median(folding.map((time, round) => time / reading[round]));
  printMachine();
  printTable(
    `Folding ${count.toLocaleString('en-US')} live entries of three classes from the database`,
    ['', 'seconds', 'ratio'],
    [
      ['reading the rows, same statements', figure(median(reading)), '1'],
      ['reading and folding them', figure(median(folding)), ratio(share)],
    ],
  );
  printTable(
    'What the fold weighs',
    ['', ''],
    [
      ['instants held, over all timelines', figure(fold.size)],
      ['megabytes', figure(bytes / 1e6)],
      ['bytes per entry', figure(bytes / count)],
      ['bytes per instant', figure(bytes / fold.size)],
    ],
  );
}

/** What building the fold asks the database, caught on the way, so that the other side reads the very same. */
async function statementsOf(db, now) {
  const statements = [];
  let rows = 0;
  const listening = {
    query: async (text, values) => {
      const result = await db.query(text, values);
      statements.push([text, values]);
      rows += result.length;
      return result;
    },
  };
  await buildFold(listening, ZONE, now);
  return { statements, rows };
}

async function readOnly(db, statements) {
  for (const [text, values] of statements) await db.query(text, values);
}

async function seconds(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** What this process holds on to, in and outside JavaScript's heap. */
function usedBytes() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What the first collection sets free outside the heap goes with the second.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await run();
