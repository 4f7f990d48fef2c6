import { isGiven } from '../kernel/given.js';
/** A cell as RFC 4180 writes it. */
export type Cell = string | number | null | undefined;

/** Characters with which a spreadsheet takes a text for a formula; some take the full-width ones, too. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers. */
function csvCell(cell: Cell): string {
  if (!isGiven(cell)) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
