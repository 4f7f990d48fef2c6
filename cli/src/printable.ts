/** Control characters could drive the terminal; those of bidirectional text could reorder what it shows, and separators break a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text of others, as a terminal can show it on one line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, '\ufffd');
}

/** Lines, whose ends are kept. */
export function printableLines(text: string): string {
  return text
    .split(/(\r?\n)/)
    .map((part, index) => (index % 2 === 0 ? printable(part) : part))
    .join('');
}

/** A value as JSON, which a terminal may show too: the same value without these characters. */
export function jsonText(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
