import type { Step } from '../api/capacity';
import { toWire } from '../kernel/instant';
import { FIGURES } from './figures';

export interface ClassSteps {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** RFC 4180. Each row holds until the next one of its class; times are UTC. */
export function capacityCsv(pictures: readonly ClassSteps[]): string {
  const header = ['start', 'class', ...FIGURES.map(({ figure }) => figure)];
  const rows = pictures.flatMap(({ name, steps }) =>
    steps.map((step) => [toWire(step.start), name, ...FIGURES.map(({ figure }) => step[figure])]),
  );
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
