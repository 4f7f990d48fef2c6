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
        /and z\.head = d\.seen and z\.changed_at <= d\.recorded_at\s+and \(d\.seen_batch is null\s+or exists \([^)]*\)\)/,
        '',
      ],
      [/returning z\.zone_id, d\.seen,/, 'returning z.zone_id, z.head - d.entries as seen,'],
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
