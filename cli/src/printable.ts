/** Control characters could drive the terminal; those of bidirectional text could reorder what it shows. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

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
