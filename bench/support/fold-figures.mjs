import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildFold } from '../../dist/src/allocation/ledger/build-fold.js';
import { createDataSource } from '../../dist/src/database/data-source.js';
import { median } from './report.mjs';

/** How long it takes to fold a zone's live entries, beside reading the same rows and throwing them away; what it weighs. */
export async function foldFigures(url, zone, rounds) {
  const dataSource = createDataSource(url, { poolSize: 2 });
  await dataSource.initialize();
  try {
    return await measure(dataSource.manager, zone, rounds);
  } finally {
    await dataSource.destroy();
  }
}

async function measure(db, zone, rounds) {
  const now = Math.floor(Date.now() / 1000);
  const { statements, entries } = await statementsOf(db, zone, now);
  const reading = [];
  const folding = [];
  for (let round = 1; round <= rounds; round++) {
    reading.push(
      await seconds(async () => {
        for (const [text, values] of statements) await db.query(text, values);
      }),
    );
    folding.push(await seconds(() => buildFold(db, zone, now)));
  }
  const before = usedBytes();
  const fold = await buildFold(db, zone, now);
  const bytes = usedBytes() - before;
  const instants = fold.size;
  return { entries, instants, bytes, seconds: median(folding), readingSeconds: median(reading) };
}

/** What building the fold asks the database, caught on the way, so that the other side reads the very same. */
async function statementsOf(db, zone, now) {
  const statements = [];
  let entries = 0;
  const listening = {
    query: async (text, values) => {
      const result = await db.query(text, values);
      statements.push([text, values]);
      entries += result.length;
      return result;
    },
  };
  await buildFold(listening, zone, now);
  return { statements, entries };
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
