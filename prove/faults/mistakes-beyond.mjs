/** The same for holding, waiting and dry runs, for offers, for the end of all, and for who may do what. */
export const MISTAKES_BEYOND = {
  /** Tries the youngest waiting reservation first. */
  'waiting-passed-over': {
    'src/allocation/placement/waiting.js': [
      [/of draft\.waiting\(\)\)/, 'of [...draft.waiting()].reverse())'],
    ],
  },
  /** Admits a waiting reservation, and lets it wait on. */
  'waiting-admitted-twice': {
    'src/allocation/placement/waiting.js': [[/status: 'admitted',(\s+window,)/, "status: 'waiting',$1"]],
  },
  /** Frees nothing when something is over by itself, such as a hold. */
  'hold-kept': {
    'src/allocation/placement/ending.js': [
      [
        /release\(draft, held\.record\.id, heldClaims/,
        "if (status !== 'lapsed') release(draft, held.record.id, heldClaims",
      ],
    ],
  },
  /** Stores what a dry run has decided. */
  'dry-run-kept': {
    'src/allocation/loop/zone-ledger.js': [
      [/draft\.rehearse\(\(\) => request\.decide\(draft\)\)/, 'request.decide(draft)'],
    ],
  },
  /** Offers a window that begins an hour after the earliest one. */
  'window-offered-late': {
    'src/allocation/placement/next-window.js': [
      [/undefined : \{ start, end \};/, 'undefined : { start: start + 3600, end: end + 3600 };'],
    ],
  },
  /** Of what a cancelled reservation held it keeps the last hour. */
  'last-hour-kept': {
    'src/allocation/placement/ending.js': [
      [
        /heldClaims\(held, now\), held\.record\.window\)/,
        'heldClaims(held, now), { ...held.record.window, end: held.record.window.end - 3600 })',
      ],
    ],
  },
  /** Changes and ends a reservation for whoever knows its id. */
  'owners-ignored': {
    'src/reservations/reservations.service.js': [[/!record \|\| !sees\(caller, record\.tenant\)/, '!record']],
  },
  /** Appends what was asked for and doesn't log it. */
  'audit-unwritten': {
    'src/allocation/admission/draft.js': [[/this\.audit\.push\(audit\);/, 'this.audit.push();']],
  },
};
