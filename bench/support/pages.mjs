import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { svg } from './plot.mjs';
import { figure, markdownTable } from './report.mjs';

/** A place in a page that is filled from the results: `<!-- bench:name/part -->` … `<!-- /bench -->`. */
const PLACE = /(<!-- bench:([\w-]+)(?:\/([\w.-]+))? -->\n)[^]*?(<!-- \/bench -->)/g;

/** Keeps what a benchmark found, as the pages are made of it; formatted as everything else in the repository. */
export async function saveResult(result, directory) {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${result.name}.json`);
  const style = await resolveConfig(fileURLToPath(import.meta.url));
  writeFileSync(file, await format(JSON.stringify(result), { ...style, parser: 'json' }));
}

/** What was kept, in the order of `names`; what is not among them comes last. */
export function readResults(directory, names) {
  const place = ({ name }) => (names.includes(name) ? names.indexOf(name) : names.length);
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith('.json')) : [];
  const results = files.map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')));
  return results.sort((a, b) => place(a) - place(b));
}

/** Draws the plots of all results into a directory. */
export function drawPlots(results, directory) {
  mkdirSync(directory, { recursive: true });
  for (const { plots } of results) {
    for (const plot of plots) writeFileSync(join(directory, `${plot.id}.svg`), svg(plot));
  }
}

/**
 * Fills the places in a page; one whose benchmark was not run says so.
 *
 * @param plots where the plots lie, seen from the page
 */
export function filled(page, results, plots) {
  const byName = new Map(results.map((result) => [result.name, result]));
  return page.replace(PLACE, (whole, begin, name, part, end) => {
    const content =
      name === 'claims' ? claimsTable(results, part) : contentOf(byName.get(name), part ?? 'measured', plots);
    return `${begin}\n${content ?? '*Not measured yet.*'}\n\n${end}`;
  });
}

function contentOf(result, part, plots) {
  if (!result) return undefined;
  if (part === 'measured') return measured(result);
  const plot = result.plots.find(({ id }) => `${id}.svg` === part);
  if (plot) return `![${plot.title}](${plots}/${part})`;
  const table = result.tables.find(({ id }) => id === part);
  return table && markdownTable(table.columns, table.rows);
}

/** When, where and on what something was measured. */
function measured({ date, commit, seconds, machine, facts }) {
  const day = new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const rest = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  const at = commit ? ` at ${commit}` : '';
  const took = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return [`Measured on ${day}${at}, in ${took}: ${machine}.`, ...rest.map((fact) => `${fact}.`)].join(' ');
}

/** All that was wanted and what it is; `part` limits it to those of one benchmark. */
function claimsTable(results, part) {
  const wanted = results.filter(({ name, claims }) => claims.length > 0 && name === (part ?? name));
  const rows = wanted.flatMap(({ name, claims }) => claims.map((claim) => claimRow(name, claim)));
  return rows.length > 0 ? markdownTable(['', 'benchmark', 'measured', 'target', 'met'], rows) : undefined;
}

function claimRow(name, { text, wanted, measured, most, unit, isMet }) {
  const said = `${figure(measured)} ${unit}`.trim();
  return [text, name, `**${said}**`, `${most ? '≤' : '≥'} ${wanted} ${unit}`.trim(), isMet ? 'yes' : 'no'];
}
