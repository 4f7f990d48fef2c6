/** Key → value; `labelsCheck` defines both. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Name and labels that clients give to a reservation or instance to find it. Marks change nothing else (semantics §7).
 */
export interface Marks {
  readonly name?: string;
  /** Absent instead of empty. */
  readonly labels?: Labels;
}

/** A required label; without a value, any value matches. */
export interface LabelFilter {
  readonly key: string;
  readonly value?: string;
}

/** Null removes a mark, undefined keeps it; labels are replaced as a whole. */
export interface MarksChange {
  readonly name?: string | null;
  readonly labels?: Labels | null;
}

/** Applies a change to marks; without `before`, creates them. */
export function changedMarks(change: MarksChange, before: Marks = {}): Marks {
  const name = change.name === undefined ? before.name : (change.name ?? undefined);
  const labels = change.labels === undefined ? before.labels : (change.labels ?? {});
  return { name, labels: labels && Object.keys(labels).length > 0 ? labels : undefined };
}
