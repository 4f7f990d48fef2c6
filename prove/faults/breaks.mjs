import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Mistakes that are put into the service on purpose, to see that the checker finds them: pieces of one built module and
 * what stands there instead. Nothing of this is in the service itself.
 */
export const BREAKS = {
  /** Appends whatever the head is: two processes decide on the same state, and both are right. */
  'skip-compare-and-set': {
    module: 'src/allocation/append-statement.js',
    changes: [
      [
        /where zone_id = \$1 and head = \$2\s+and changed_at <= \$4\s+and \(\$7::uuid is null\s+or exists \([^)]*\)\)\s+returning zone_id\)/,
        'where zone_id = $1 and $2::bigint is not null and ($7::uuid is null or true) returning zone_id, head - $3 as base)',
      ],
      [/select m\.zone_id, \$2::bigint \+ e\.ordinal,/, 'select m.zone_id, m.base + e.ordinal,'],
    ],
  },
  /** Takes the end of a window for part of it: what begins when another ends no longer fits. */
  'closed-intervals': {
    module: 'src/allocation/capacity-timelines.js',
    changes: [
      [
        /(leastValue\(name, window\) \{\s+return [^;]*\.leastValue\()window\)/,
        '$1{ start: window.start, end: window.end + 1 })',
      ],
    ],
  },
  /** Holds what a change asks for without looking whether it fits. */
  'merge-without-recheck': {
    module: 'src/reservations/changed-backing.js',
    changes: [
      [
        /const placed = place\(draft\.fold, rest, part, [^;]*\);/,
        'const placed = [{ providerId: held.claims[0]?.providerId ?? draft.fold.providerIds().next().value, amounts: rest.amounts }];',
      ],
    ],
  },
};

/** @throws Error when the built service has no such module, or a piece is not in it */
export function checkBreak(name, built) {
  broken(name, readFileSync(join(built, BREAKS[name].module), 'utf8'));
}

/** @throws Error when a piece is not in the module any more: a break that breaks nothing would prove nothing */
export function broken(name, source) {
  let text = source;
  for (const [pattern, instead] of BREAKS[name].changes) {
    if (!pattern.test(text)) throw new Error(`${name}: ${BREAKS[name].module} has nothing like ${pattern}`);
    text = text.replace(pattern, instead);
  }
  return text;
}
