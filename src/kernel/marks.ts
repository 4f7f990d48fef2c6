/** Key → value; see `labelsCheck` for what both may be. */
export type Labels = Readonly<Record<string, string>>;

/** What its owner calls a reservation or an instance, to find it by. Marks change nothing else (semantics §7). */
export interface Marks {
  readonly name?: string;
  /** Absent rather than empty. */
  readonly labels?: Labels;
}

/** A label that something has to have; without a value: whatever its text. */
export interface LabelFilter {
  readonly key: string;
  readonly value?: string;
}

/** Null takes a mark away, undefined leaves it as it is; labels are replaced as a whole. */
export interface MarksChange {
  readonly name?: string | null;
  readonly labels?: Labels | null;
}

/** What a change makes of marks; without any: what a request gives. */
export function changedMarks(change: MarksChange, before: Marks = {}): Marks {
  const name = change.name === undefined ? before.name : (change.name ?? undefined);
  const labels = change.labels === undefined ? before.labels : (change.labels ?? {});
  return { name, labels: labels && Object.keys(labels).length > 0 ? labels : undefined };
}
