import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** What one benchmark has found: printed as it comes, and kept for the published page. */
export class Report {
  #begun = performance.now();
  facts = {};
  tables = [];
  plots = [];
  claims = [];

  constructor(name) {
    this.name = name;
  }

  /** Something to know about the measurement, as the version of the database. */
  fact(name, value) {
    this.facts[name] = value;
    console.log(`\n- ${name}: ${value}`);
  }

  /** A table whose columns are numbers but for the first. */
  table(id, title, columns, rows) {
    this.tables.push({ id, title, columns, rows });
    printTable(title, columns, rows);
  }

  /** A plot, drawn when the page is made; see support/plot.mjs for its shape. */
  plot(id, plot) {
    this.plots.push({ id, ...plot });
  }

  /** What was wanted of a figure, and what it is. `wanted` is the least it should be, or with `most` the greatest. */
  claim(text, { wanted, measured, most = false, unit = '×' }) {
    const isMet = most ? measured <= wanted : measured >= wanted;
    this.claims.push({ text, wanted, measured, most, unit, isMet });
    console.log(
      `\n${text}: ${figure(measured)} ${unit}, wanted ${most ? '≤' : '≥'} ${wanted}: ${isMet ? 'met' : 'not met'}`,
    );
  }

  result() {
    const { name, facts, tables, plots, claims } = this;
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    return {
      name,
      date: new Date().toISOString(),
      commit: commit(),
      seconds,
      machine: machine(),
      facts,
      claims,
      tables,
      plots,
    };
  }
}

/** Prints a Markdown table. */
export function printTable(title, columns, rows) {
  console.log(`\n### ${title}\n`);
  console.log(markdownTable(columns, rows));
}

export function markdownTable(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = `|${columns.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

function machine() {
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  return `${availableParallelism()} × ${processor}, ${memory} GiB, ${type()} ${release()}, Node.js ${process.version}`;
}

/** What was measured; undefined outside a repository. */
function commit() {
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'migrations', 'bench') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`;
  } catch {
    return undefined;
  }
}

function git(...parameters) {
  const cwd = new URL('../..', import.meta.url);
  return execFileSync('git', parameters, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** Three significant digits, thousands set apart. */
export function figure(value) {
  if (!Number.isFinite(value)) return '–';
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A whole number, exact. */
export function count(value) {
  return Number.isFinite(value) ? value.toLocaleString('en-US') : '–';
}

export function percent(share) {
  return Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : '–';
}

export function ratio(value) {
  if (!Number.isFinite(value)) return '–';
  return `${value < 10 ? value.toFixed(2) : figure(value)} ×`;
}

/** Says what is being done, apart from the tables. */
export function progress(text) {
  process.stderr.write(`${text}\n`);
}

/** A number from the environment, so that a first look can be short. */
export function setting(name, fallback) {
  const text = process.env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name}: expected a number above 0, got '${text}'`);
  return value;
}

/** Whole numbers, separated by commas, from the environment. */
export function listSetting(name, fallback) {
  const text = process.env[name];
  if (!text) return fallback;
  const values = text.split(',').map(Number);
  if (!values.every((value) => Number.isInteger(value) && value > 0)) {
    throw new Error(`${name}: expected whole numbers separated by commas, got '${text}'`);
  }
  return values;
}
