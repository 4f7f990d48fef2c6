import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** Prints a Markdown table whose columns are numbers but for the first. */
export function printTable(title, columns, rows) {
  console.log(`\n### ${title}\n`);
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|${columns.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

let machineIsPrinted = false;

/** What the figures were measured on; the machine itself once per run. */
export function printMachine(facts = {}) {
  const machine = {
    Processor: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    Memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    System: `${type()} ${release()}`,
    'Node.js': process.version,
  };
  const lines = Object.entries({ ...(machineIsPrinted ? {} : machine), ...facts });
  machineIsPrinted = true;
  if (lines.length > 0) console.log();
  for (const [name, value] of lines) console.log(`- ${name}: ${value}`);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Three significant digits, thousands set apart. */
export function figure(value) {
  if (!Number.isFinite(value)) return '–';
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

export function percent(share) {
  return Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : '–';
}

export function ratio(value) {
  return Number.isFinite(value) ? `${value.toFixed(2)} ×` : '–';
}

/** Says what is being done, apart from the tables. */
export function progress(text) {
  process.stderr.write(`${text}\n`);
}

/** A whole number from the environment, so that a first look can be short. */
export function setting(name, fallback) {
  const text = process.env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name}: expected a whole number, got '${text}'`);
  return value;
}
