/**
 * Mistakes that are built into the service to test the checker: built module → pairs of pattern and replacement. The service
 * itself has no code for them.
 */
export const MISTAKES = {
  /** Appends without a check of the head: two processes decide on the same state, and both appends succeed. */
  'skip-compare-and-set': {
    'src/allocation/ledger/append.statement.js': [
      [
        /and z\.head = d\.seen and z\.changed_at <= d\.recorded_at\s+and \(d\.seen_batch is null\s+or exists \([^)]*\)\)/,
        '',
      ],
      [/returning z\.zone_id, d\.seen,/, 'returning z.zone_id, z.head - d.entries as seen,'],
    ],
  },
  /** Counts the end of a window as part of it: a window that begins when another ends does not fit any more. */
  'closed-intervals': {
    'src/allocation/fold/capacity-timelines.js': [
      [
        /(leastValue\(name, window\) \{\s+return [^;]*\.leastValue\()window\)/,
        '$1{ start: window.start, end: window.end + 1 })',
      ],
    ],
  },
  /** Carries out a change without checking that it fits. */
  'merge-without-recheck': {
    'src/reservations/changed-backing.js': [
      [
        /const placed = place\(draft\.fold, rest, part, [^;]*\);/,
        'const placed = [{ providerId: held.claims[0]?.providerId ?? draft.fold.providerIds().next().value, amounts: rest.amounts }];',
      ],
    ],
  },
  /** Uses the same timelines for everything that is empty. The evaluation of a subscription writes to them. */
  'shared-nothing': {
    'src/allocation/fold/zone-fold.js': [
      [/export class ZoneFold/, 'globalThis.NOTHING = new CapacityTimelines();\nexport class ZoneFold'],
      [/this\.providers\.get\(id\) \?\? new CapacityTimelines\(\)/, 'this.providers.get(id) ?? NOTHING'],
      [/this\.wholeIfKept\(\) \?\? new CapacityTimelines\(\)/, 'this.wholeIfKept() ?? NOTHING'],
      [/return only \?\? new CapacityTimelines\(\)/, 'return only ?? NOTHING'],
    ],
    'src/notifications/telling/scope-builder.js': [
      [
        /const timelines = await/,
        'const timelines = [...zones.values()].flat().length === 0 ? NOTHING : await',
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
  /** Shares idempotency keys between tenants. */
  'keys-shared': {
    'src/http/tenant.js': [[/const tenant = tenantOf\(request\) \?\? '';/, "const tenant = '';"]],
  },
  /** Carries out a request again when it is repeated under its key. */
  'key-ignored': {
    'src/idempotency/answered-requests.js': [[/if \(!request\)/, 'if (request !== null)']],
  },
  /** Keeps the addresses of an ended reservation taken in memory. */
  'addresses-kept': {
    'src/allocation/admission/draft.js': [[/this\.addresses\.end\(reservationId, this\.now\)/, 'undefined']],
  },
  /** An undone decision stays applied in memory. */
  'undo-incomplete': {
    'src/allocation/admission/draft.js': [
      [/this\.entries\.pop\(\);\s+this\.\w+\.apply\(entry, -1\);/, 'this.entries.pop();'],
    ],
  },
  /** A reservation that moves to another zone keeps its claims in the old one. */
  'move-keeps-holding': {
    'src/reservations/move-reservation.js': [[/release\(draft, id, heldClaims[^;]*;/, '']],
  },
  /** The end of a split reservation releases only its first claim. */
  'first-claim-only': {
    'src/allocation/placement/ending.js': [
      [
        /release\(draft, held\.record\.id, heldClaims\(held, now\),/,
        'release(draft, held.record.id, heldClaims(held, now).slice(0, 1),',
      ],
    ],
  },
  /** Answers from memory without checking whether another process has appended. */
  'stale-reads': {
    'src/allocation/loop/zone-ledger.js': [[/isOfOneSnapshot \|\| \(await isCurrent\(db, fold\)\)/, 'true']],
  },
  /** Does not notify a subscriber whose condition is true when it subscribes. */
  'first-edge-lost': {
    'src/notifications/telling/watched-capacity.js': [
      [
        /if \(condition\)\s+this\.compare\(condition, watched\.figures, .*\);/,
        'if (condition) condition.held = holds(condition.threshold, watched.figures);',
      ],
    ],
  },
  /** Notifies also when a condition becomes false. */
  'edge-when-it-ends': {
    'src/notifications/telling/watched-capacity.js': [
      [/if \(condition\.held && !held\)/, 'if (condition.held !== held)'],
    ],
  },
  /** Sums over the zones that existed at the first query to the process. */
  'zones-remembered': {
    'src/capacity/capacity.service.js': [
      [
        /return zoneId === undefined \? this\.zones\.all\(\)/,
        'return zoneId === undefined ? (this.once ??= this.zones.all())',
      ],
    ],
  },
  /** Takes capacity by force and displaces no reservation. */
  'force-spares-all': {
    'src/allocation/placement/holding.js': [
      [/for \(const held of candidates\) \{/, 'for (const held of []) {'],
    ],
  },
  /** Counts the provider that a query leaves out. */
  'without-ignored': {
    'src/capacity/zone-utilization.service.js': [[/part\.addTimelines\(provider, -1, only\);/, ';']],
  },
  /** Releases an unused reservation after half of its expiry. */
  'early-expiry': {
    'src/reservations/expiry.js': [
      [
        /window\.start \+ expiry\.secondsAfterStart/,
        'window.start + Math.ceil(expiry.secondsAfterStart / 2)',
      ],
    ],
  },
  /** Cancels a reservation although another reservation protects it. */
  'protection-ignored': {
    'src/reservations/end-reservation.js': [[/if \(protector\) \{/, 'if (false) {']],
  },
  /** Sends no notification of a move. */
  'moves-untold': {
    'src/reservations/move-reservation.js': [[/draft\.noteChange\([^;]*;/, '']],
  },
  /** Admits requests above a tenant's limit. */
  'limits-ignored': {
    'src/reservations/tenant-limits.js': [[/(export function checkTenant\([^)]*\) \{)/, '$1 return;']],
  },
};
