import stringWidth from 'string-width';
import { printable } from './printable.js';

/** A column of a table: its title, and the text of a row in it. */
export type Columns<T> = Readonly<Record<string, (row: T) => string | number | undefined>>;

/** Rows as aligned columns; columns that are empty in every row are left out. Numbers are aligned at the right. */
export function tableText<T>(rows: readonly T[], columns: Columns<T>): string {
  const cells = Object.entries(columns)
    .map(([title, valueOf]) => ({ title, values: rows.map(valueOf) }))
    .filter(({ values }) => values.some((value) => value !== undefined && value !== ''));
  const laidOut = cells.map(({ title, values }) => {
    const isNumeric = values.every((value) => value === undefined || typeof value === 'number');
    const texts = [title, ...values.map((value) => printable(String(value ?? '')))];
    const width = texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
    return texts.map((text) => {
      const gap = ' '.repeat(width - stringWidth(text));
      return isNumeric ? gap + text : text + gap;
    });
  });
  const lines = [0, ...rows.map((_, index) => index + 1)].map((line) =>
    laidOut
      .map((column) => column[line])
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** One record, a member a line; members that are absent are left out. */
export function recordText(members: Readonly<Record<string, string | number | undefined>>): string {
  const shown = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value))}\n`).join('');
}
