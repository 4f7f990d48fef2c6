/** Forms of one statement that are prepared as they come, at most. */
const MAX_FORMS = 16;

/** A form of a statement that may leave out parts. There is one object per form. */
export interface StatementForm<Part> {
  /** Names the form in few letters. */
  readonly code: string;
  readonly has: (part: Part) => boolean;
}

/** Gives a form with all wanted parts, and maybe more. Forms of one kind can't stand in for those of another. */
export type FormChooser<Part> = (isWanted: (part: Part) => boolean, kind?: string) => StatementForm<Part>;

/**
 * For a prepared statement that leaves out parts which are not wanted. PostgreSQL keeps each form of it for as long as the connection
 * lasts, in about half a megabyte. So the first forms, among them the frequent ones, are prepared as they are. Later ones become the
 * smallest of them that has all the wanted parts, or the form with all parts.
 *
 * @param parts 31 at most
 */
export function formChooser<Part>(parts: readonly Part[], most = MAX_FORMS): FormChooser<Part> {
  const forms = new Map<number, StatementForm<Part>>();
  const kinds = new Map<string, number[]>();
  let count = 0;

  const choose = (wanted: number, kind: string): number => {
    const known = kinds.get(kind) ?? [];
    if (known.includes(wanted)) return wanted;
    if (count < most) {
      count += 1;
      kinds.set(kind, [...known, wanted]);
      return wanted;
    }
    return known
      .filter((bits) => (bits & wanted) === wanted)
      .reduce((fewest, bits) => (countOf(bits) < countOf(fewest) ? bits : fewest), 2 ** parts.length - 1);
  };

  return (isWanted, kind = '') => {
    const wanted = parts.reduce((bits, part, index) => (isWanted(part) ? bits | (1 << index) : bits), 0);
    const bits = choose(wanted, kind);
    const form = forms.get(bits) ?? {
      code: bits.toString(36),
      has: (part) => ((bits >> parts.indexOf(part)) & 1) === 1,
    };
    forms.set(bits, form);
    return form;
  };
}

function countOf(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}
