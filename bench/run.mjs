// Runs benchmarks, one after the other: `npm run bench -- [name…] [--publish]`. Markdown on stdout, progress on stderr.
// Without names those that take about an hour together; with --publish the results replace the published ones.
import { makePages, RESULTS, USUAL } from './report.mjs';
import { paceMilliseconds, shareInUse } from './support/quiet.mjs';
import { figure, percent, progress, Report } from './support/report.mjs';
import { saveResult } from './support/pages.mjs';

const parameters = process.argv.slice(2);
const names = parameters.filter((parameter) => !parameter.startsWith('--'));
const unknown = parameters.filter((parameter) => parameter.startsWith('--') && parameter !== '--publish');
if (unknown.length > 0) throw new Error(`expected names and --publish, got ${unknown.join(' ')}`);
const isPublished = parameters.includes('--publish');

for (const name of names.length > 0 ? names : USUAL) {
  const { run } = await import(`./${name}.mjs`);
  const report = new Report(name);
  progress(`\n${name}`);
  console.log(`\n## ${name}`);
  report.fact('In use by other programs just before', percent(Math.min(1, await shareInUse())));
  const pace = paceMilliseconds();
  await run(report);
  const paces = [pace, paceMilliseconds()].map(figure).join(' and ');
  report.fact('A fixed piece of arithmetic before and after', `${paces} ms`);
  const isKept = isPublished || process.env.BENCH_RESULTS;
  if (isKept && report.tables.length > 0) await saveResult(report.result(), RESULTS);
}
if (isPublished) makePages();
