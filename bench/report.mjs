// Makes docs/benchmarks.md, docs/scale.md, the README's figures and the plots anew from what the benchmarks have left in docs/benchmarks.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { drawPlots, filled, readResults } from './support/pages.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Where results are kept; elsewhere for a trial that must not touch what is published. */
export const RESULTS = process.env.BENCH_RESULTS ?? fromRoot('docs/benchmarks');

/** What is run when nothing is named, and in this order. */
export const USUAL = [
  'hot-zone',
  'full-zone',
  'rivals',
  'growth',
  'spread',
  'mixed',
  'open-loop',
  'overload',
  'abuse',
  'records',
  'start',
  'notifications',
  'deliveries',
  'waiting',
  'limits',
  'find-windows',
  'reports',
  'access',
  'console',
];

/** Each with where the plots lie, seen from there. */
const PAGES = { 'docs/benchmarks.md': 'plots', 'docs/scale.md': 'plots', 'README.md': 'docs/plots' };

export function makePages() {
  const results = readResults(RESULTS, USUAL);
  drawPlots(results, fromRoot('docs/plots'));
  for (const [page, plots] of Object.entries(PAGES)) {
    const file = fromRoot(page);
    writeFileSync(file, filled(readFileSync(file, 'utf8'), results, plots));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) makePages();
