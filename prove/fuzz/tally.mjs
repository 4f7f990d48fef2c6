import { parsedText } from './oracle.mjs';

/** Counts how often each operation succeeded and how often it was refused. A run whose requests are all refused shows little. */
export class Tally {
  #rows = new Map();

  expect(operations) {
    for (const { key } of operations) this.#rows.set(key, { done: 0, conflict: 0, refused: 0 });
  }

  count({ operation, isRouted }, { lost, status, text }) {
    const row = this.#rows.get(operation.key);
    if (lost || !isRouted) return;
    const result =
      status === 409 ? 'conflict' : (parsedText(text)?.result ?? (status < 400 ? 'ok' : 'error'));
    row[result === 'ok' ? 'done' : result === 'conflict' ? 'conflict' : 'refused'] += 1;
  }

  print() {
    const rows = [...this.#rows.values()];
    const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
    console.log(
      `${sum('done')} done, ${sum('conflict')} conflicts, ${sum('refused')} refused, ${rows.length} operations`,
    );
    const never = [...this.#rows].filter(([, row]) => row.done === 0).map(([key]) => key);
    if (never.length > 0) console.log(`never done: ${never.join(', ')}`);
  }
}
