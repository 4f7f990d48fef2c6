/**
 * Mistakes that are put into the service on purpose, to see that the checker finds them: for each built module, the pieces
 * to replace and what stands there instead. Nothing of this is in the service itself.
 */
export const MISTAKES = {
  /** Appends whatever the head is: two processes decide on the same state, and both are right. */
  'skip-compare-and-set': {
    'src/allocation/ledger/append.statement.js': [
      [
        /and z\.head = d\.seen and z\.changed_at <= d\.recorded_at\s+and \(d\.seen_batch is null\s+or exists \([^)]*\)\)/,
        '',
      ],
      [/returning z\.zone_id, d\.seen,/, 'returning z.zone_id, z.head - d.entries as seen,'],
    ],
  },
  /** Takes the end of a window for part of it: what begins when another ends no longer fits. */
  'closed-intervals': {
    'src/allocation/fold/capacity-timelines.js': [
      [
        /(leastValue\(name, window\) \{\s+return [^;]*\.leastValue\()window\)/,
        '$1{ start: window.start, end: window.end + 1 })',
      ],
    ],
  },
  /** Holds what a change asks for without looking whether it fits. */
  'merge-without-recheck': {
    'src/reservations/changed-backing.js': [
      [
        /const placed = place\(draft\.fold, rest, part, [^;]*\);/,
        'const placed = [{ providerId: held.claims[0]?.providerId ?? draft.fold.providerIds().next().value, amounts: rest.amounts }];',
      ],
    ],
  },
  /** Hands the same timelines to everything that is empty, and a subscription's evaluation writes to them. */
  'shared-nothing': {
    'src/allocation/fold/zone-fold.js': [
      [/export class ZoneFold/, 'const NOTHING = new CapacityTimelines();\nexport class ZoneFold'],
      [/this\.providers\.get\(id\) \?\? new CapacityTimelines\(\)/, 'this.providers.get(id) ?? NOTHING'],
      [/this\.wholeIfKept\(\) \?\? new CapacityTimelines\(\)/, 'this.wholeIfKept() ?? NOTHING'],
      [/return only \?\? new CapacityTimelines\(\)/, 'return only ?? NOTHING'],
    ],
    'src/notifications/telling/capacity-teller.js': [
      [
        /const timelines = sumOfTimelines\(parts\.values\(\)\);/,
        'const [first] = parts.values(); const timelines = parts.size === 1 ? first : sumOfTimelines(parts.values());',
      ],
    ],
  },
  /** Places a reservation anywhere, whatever elements it is tied to. */
  'elements-ignored': {
    'src/allocation/placement/placement.js': [
      [
        /return restrictedTo\.length > 0 \? \{ only: new Set\(restrictedTo\), /,
        'return restrictedTo.length > 0 ? { ',
      ],
    ],
  },
  /** Places a reservation on providers that don't have the traits it requires. */
  'traits-ignored': {
    'src/allocation/placement/placement.js': [[/if \(!required\)\s+return true;/, 'return true;']],
  },
  /** A change of one part of a mixed reservation drops the others. */
  'form-lost': {
    'src/reservations/changed-terms.js': [
      [/\{ \.\.\.record\.amounts, \.\.\.change\.amounts \}/, '{ ...(change.amounts ?? record.amounts) }'],
    ],
  },
  /** Takes a key of one tenant for that of another. */
  'keys-shared': {
    'src/http/tenant.js': [[/const tenant = tenantOf\(request\) \?\? '';/, "const tenant = '';"]],
  },
  /** Has the effect of a request again when it is repeated under its key. */
  'key-ignored': {
    'src/idempotency/answered-requests.js': [[/if \(!request\)/, 'if (request !== null)']],
  },
  /** Does not take note that the addresses of an ended reservation are free. */
  'addresses-kept': {
    'src/allocation/admission/draft.js': [[/this\.addresses\.restore\(reservationId, \[\]\);/, '']],
  },
  /** A decision that is taken back leaves what it had entered in memory. */
  'undo-incomplete': {
    'src/allocation/admission/draft.js': [
      [/this\.entries\.pop\(\);\s+this\.\w+\.apply\(entry, -1\);/, 'this.entries.pop();'],
    ],
  },
  /** A reservation that moves to another zone goes on holding where it was. */
  'move-keeps-holding': {
    'src/reservations/move-reservation.js': [[/release\(draft, record\.id, [^;]*;/, '']],
  },
  /** Of a reservation that is split over providers only the first part is given back. */
  'first-claim-only': {
    'src/allocation/placement/ending.js': [
      [
        /release\(draft, held\.record\.id, heldClaims\(held, now\),/,
        'release(draft, held.record.id, heldClaims(held, now).slice(0, 1),',
      ],
    ],
  },
  /** Answers from memory without looking whether another process has written meanwhile. */
  'stale-reads': {
    'src/allocation/loop/zone-ledger.js': [[/isOfOneSnapshot \|\| \(await isCurrent\(db, fold\)\)/, 'true']],
  },
  /** Says nothing to a subscriber whose condition is true already when it subscribes. */
  'first-edge-lost': {
    'src/notifications/telling/watched-capacity.js': [
      [
        /if \(condition\)\s+this\.compare\(condition, watched\.figures\);/,
        'if (condition) condition.held = holds(condition.threshold, watched.figures);',
      ],
    ],
  },
  /** Tells a condition also when it becomes false. */
  'edge-when-it-ends': {
    'src/notifications/telling/watched-capacity.js': [
      [/if \(condition\.held && !held\)/, 'if (condition.held !== held)'],
    ],
  },
  /** Sums up the zones there were when the process was first asked. */
  'zones-remembered': {
    'src/capacity/capacity.service.js': [
      [
        /return zoneId === undefined \? this\.zones\.all\(\)/,
        'return zoneId === undefined ? (this.once ??= this.zones.all())',
      ],
    ],
  },
  /** Takes capacity by force and leaves all reservations as they are. */
  'force-spares-all': {
    'src/allocation/placement/holding.js': [
      [/for \(const held of candidates\) \{/, 'for (const held of []) {'],
    ],
  },
  /** Counts what lies on a provider that a query leaves out. */
  'without-ignored': {
    'src/capacity/zone-utilization.service.js': [[/part\.addTimelines\(fold\.provider\(id\), -1\);/, ';']],
  },
  /** Releases a reservation that nothing was taken from after half its time. */
  'early-expiry': {
    'src/reservations/reservation.js': [
      [
        /window\.start \+ expiry\.secondsAfterStart/,
        'window.start + Math.ceil(expiry.secondsAfterStart / 2)',
      ],
    ],
  },
  /** Cancels a reservation although another one protects it. */
  'protection-ignored': {
    'src/reservations/end-reservation.js': [[/if \(protector\)\s+throw protectedElement\([^;]*;/, '']],
  },
  /** Tells no subscriber that a reservation has moved. */
  'moves-untold': {
    'src/reservations/move-reservation.js': [[/draft\.noteChange\([^;]*;/, '']],
  },
  /** Admits whatever a tenant asks for. */
  'limits-ignored': {
    'src/reservations/tenant-limits.js': [[/(export function checkTenant\([^)]*\) \{)/, '$1 return;']],
  },
};
