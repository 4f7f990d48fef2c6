/** Labels, which change nothing else of a reservation. */

const LABELLED = 0.3;
const KINDS = 4;

/** Labels of a new reservation, for lists by label. */
export function labelsFor(random) {
  const label = `l${random.integer(1, KINDS)}`;
  return random.chance(LABELLED) ? { made: label } : undefined;
}

/** Other labels for a reservation; `mark` identifies the request that gave them. */
export function markOf(random, { zone }, { id, form }, nextTag) {
  const made = `l${random.integer(1, KINDS)}`;
  return {
    kind: 'mark',
    parameters: () => ({ zone, id, form, side: 'operations', labels: { made, mark: `m${nextTag()}` } }),
  };
}

/** All reservations of a zone with a label. */
export function labelled(random, { zone }) {
  return { kind: 'labelled', parameters: { zone, label: `l${random.integer(1, KINDS)}` } };
}
