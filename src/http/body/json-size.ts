/**
 * Maximum of objects and lists in a body. Parsing one costs a hundred times as much as looking at its bytes. The lists of a valid
 * body have 5,000 elements at most.
 */
export const MAX_STRUCTURES = 16_384;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const LIST = 0x5b;

/** Whether a body has too many objects and lists, by its bytes alone. The body need not be JSON. */
export function hasTooManyStructures(content: Buffer): boolean {
  if (content.length <= MAX_STRUCTURES) return false;
  let structures = 0;
  let isText = false;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += Number(byte === BACKSLASH);
    else if (byte === OBJECT || byte === LIST) structures += 1;
  }
  return structures > MAX_STRUCTURES;
}
