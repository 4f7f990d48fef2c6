/** Further mistakes: in holds, waiting, dry runs, offers, endings, access, the audit log, subscriptions and answers. */
export const MISTAKES_BEYOND = {
  /** Tries the youngest waiting reservation first. */
  'waiting-passed-over': {
    'src/allocation/placement/waiting.js': [
      [/of draft\.waiting\(\)\)/, 'of [...draft.waiting()].reverse())'],
    ],
  },
  /** Admits a waiting reservation and keeps it waiting. */
  'waiting-admitted-twice': {
    'src/allocation/placement/waiting.js': [[/status: 'admitted',(\s+window,)/, "status: 'waiting',$1"]],
  },
  /** Releases nothing when a reservation ends by the clock, such as at the end of a hold. */
  'hold-kept': {
    'src/allocation/placement/ending.js': [
      [
        /release\(draft, held\.record\.id, heldClaims/,
        "if (status !== 'lapsed') release(draft, held.record.id, heldClaims",
      ],
    ],
  },
  /** Stores the decision of a dry run. */
  'dry-run-kept': {
    'src/allocation/loop/outcome.js': [
      [/draft\.rehearse\(\(\) => request\.decide\(draft\)\)/, 'request.decide(draft)'],
    ],
  },
  /** Offers a window that begins an hour after the earliest one. */
  'window-offered-late': {
    'src/allocation/placement/next-window.js': [
      [/undefined : \{ start, end \};/, 'undefined : { start: start + 3600, end: end + 3600 };'],
    ],
  },
  /** Keeps the last hour of a cancelled reservation's claims. */
  'last-hour-kept': {
    'src/allocation/placement/ending.js': [
      [
        /heldClaims\(held, now\), held\.record\.window\)/,
        'heldClaims(held, now), { ...held.record.window, end: held.record.window.end - 3600 })',
      ],
    ],
  },
  /** Lets any caller that knows its id change or end a reservation. */
  'owners-ignored': {
    'src/reservations/reservations.service.js': [
      [/findOne\(id, tenantScope\(caller\)\)/, 'findOne(id, undefined)'],
    ],
  },
  /** Counts as available over a window what is free at one provider first and at another one later. */
  'taken-by-turns': {
    'src/allocation/fold/throughout.js': [[/return Math\.min\(least, [^;]*;/, 'return least;']],
  },
  /** Counts only what a tenant holds in the zone of the request. */
  'elsewhere-ignored': {
    'src/reservations/tenant-limits.js': [[/if \(isOfZone\)\s+return/, 'return']],
  },
  /** Carries out a request and does not log it. */
  'audit-unwritten': {
    'src/allocation/admission/draft.js': [[/this\.audit\.push\(audit\);/, 'this.audit.push();']],
  },
  /** Leaves a waiting reservation that an update admits the start it has waited for, from which its expiry is counted. */
  'start-waited-for': {
    'src/reservations/changed-terms.js': [
      [/return status === 'waiting' \? fromNow\([^;]*;/, 'return window;'],
    ],
  },
  /** Notifies of each creation once more, under the id of a reservation that does not exist. */
  'creations-invented': {
    'src/notifications/telling/reservation-teller.js': [
      [
        /for \(const event of events\) \{/,
        `const invented = events.filter(({ type }) => type === 'Reservation created')
                .map((event) => ({ ...event, after: { ...event.after, id: newId() } }));
            for (const event of [...events, ...invented]) {`,
      ],
    ],
  },
  /** Ends a subscription only when that is asked for again. */
  'subscription-kept': {
    'src/subscriptions/subscriptions.service.js': [
      [
        /const removed = (await [^;]*);/,
        `const isAgain = (this.asked ??= new Set()).has(subscription.id);
            this.asked.add(subscription.id);
            const removed = isAgain ? $1 : subscription;`,
      ],
    ],
  },
  /** Fails at each subscription to public addresses. */
  'subscribing-fails': {
    'src/subscriptions/subscriptions.service.js': [
      [/this\.checks\.address\(callbackUri\);/, "if (request.kind === 'network') throw new Error();"],
    ],
  },
  /** Begins the first row of utilization a second before the window. */
  'row-too-early': {
    'src/capacity/utilization.js': [
      [/const row = \{ at, /, 'const row = { at: rows.length === 0 ? at - 1 : at, '],
    ],
  },
  /** Counts in a row of utilization the collections that begin or end with it, instead of those in force. */
  'rows-miscounted': {
    'src/capacity/utilization.js': [[/count: before\.count \+ change\.count/, 'count: change.count']],
  },
  /** Answers as many addresses as a reservation holds, and not those. */
  'addresses-made-up': {
    'src/reservations/dto/reservation-answers.js': [
      [/publicIps: record\.addresses,/, 'publicIps: record.addresses.map((_, index) => `192.0.2.${index}`),'],
    ],
  },
  /** Does not log that an instance was destroyed. */
  'destroy-unlogged': {
    'src/allocation/admission/draft.js': [
      [/if \(audit\) \{/, "if (audit && audit.operation !== 'POST /destroy-instance') {"],
    ],
  },
  /** Notifies of a change of time with the times from before it. */
  'times-told-late': {
    'src/notifications/dto/notification-bodies.js': [
      [/return changedTimes\(before, after\)/, 'return changedTimes(after, before)'],
    ],
  },
  /** Notifies of a change of status with the state after the creation. */
  'status-told-wrong': {
    'src/notifications/dto/notification-bodies.js': [
      [/return \{ reservationStatus: state \}/, "return { reservationStatus: 'initialized' }"],
    ],
  },
};
