/** Only this many leading characters are compared; known names are shorter. */
const COMPARED = 32;
const MIN_PART_LENGTH = 3;

/** Names of other systems for ours, folded. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['cpu', 'cores'],
  ['cpus', 'cores'],
  ['vcpu', 'cores'],
  ['vcpus', 'cores'],
  ['memory', 'ram'],
  ['disk', 'gigabytes'],
]);

/** The known name that a caller may have misspelled, or has from another system; undefined if none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = folded(name);
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    if (candidate === SYNONYMS.get(wanted)) return candidate;
    const distance = distanceOf(wanted, folded(candidate));
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/**
 * Infinite if one name is no misspelling of the other. A name within the other (`zone`, `zoneId`) ranks after those.
 */
function distanceOf(wanted: string, candidate: string): number {
  const [shorter, longer] = [wanted, candidate].sort((a, b) => a.length - b.length);
  const most = Math.max(1, Math.floor(longer.length / 3));
  const distance = longer.length - shorter.length > most ? Infinity : editDistance(wanted, candidate);
  if (distance <= most) return distance;
  const isPart =
    shorter.length >= MIN_PART_LENGTH && (longer.startsWith(shorter) || longer.endsWith(shorter));
  return isPart ? longer.length : Infinity;
}

/** `reservation-id`, `reservation_id` and `reservationId` are the same name to a person. */
function folded(name: string): string {
  return name
    .slice(0, COMPARED)
    .toLowerCase()
    .replace(/[-_.\s]/g, '');
}

/** Number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const [row, above] = [[i], rows[i - 1]];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? rows[i - 2][j - 2] + 1 : Infinity;
      row.push(Math.min(replaced, swapped, above[j] + 1, row[j - 1] + 1));
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
