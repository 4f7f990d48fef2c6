import { Random } from '../random.mjs';

/**
 * The zones of a round. Each kind exercises another part of the service. One class is plentiful: `gigabytes` for storage, else
 * `ram`. Its amount differs in every request, so that it identifies the request behind a ledger entry. The other classes are
 * scarce.
 */

export const HOUR = 3_600;
export const DAY = 86_400;
const PLENTY = 2_000_000_000;

/** Seconds from now to the grid of windows: later than any clock of a round. */
const AHEAD = 2 * DAY;

/**
 * Weights of acts. In every zone there are confirmations, dry runs and labels. Where windows are hours there are also searches,
 * series and early ends.
 */
const BRIEFLY = { confirm: 4, dry: 6, mark: 2, labelled: 1 };
const BEYOND = { ...BRIEFLY, find: 2 };
const GRID = { ...BEYOND, series: 2, 'end-pool': 2 };
const READS = { figures: 6, shapes: 2, utilization: 5, listing: 3, reading: 8 };
const KINDS = {
  hot: {
    share: 38,
    partner: 'split',
    providers: [{ cores: 40, instances: 60 }],
    acts: { create: 34, update: 11, move: 3, cancel: 18, change: 6, ...GRID, ...READS },
  },
  split: {
    share: 18,
    partner: 'hot',
    traits: [{}, { cpuArchitecture: 'arm64' }, {}],
    providers: [
      { cores: 14, instances: 30 },
      { cores: 11, instances: 30 },
      { cores: 9, instances: 30 },
    ],
    acts: { create: 36, update: 8, move: 4, cancel: 18, change: 4, ...GRID, ...READS },
  },
  live: {
    share: 16,
    providers: [{ cores: 36, instances: 50 }],
    acts: { create: 16, update: 7, cancel: 9, change: 2, instance: 20, destroy: 14, ...BEYOND, ...READS },
  },
  forced: {
    share: 20,
    providers: [
      { cores: 16, instances: 40 },
      { cores: 12, instances: 40 },
    ],
    protects: true,
    acts: { create: 40, update: 10, cancel: 12, change: 20, ...GRID, withdraw: 2, ...READS },
  },
  storage: {
    share: 10,
    protects: true,
    traits: [{ typeOfStorage: 'ssd', rdmaSupported: true }],
    providers: [{ volumes: 40, snapshots: 30 }],
    acts: {
      create: 36,
      update: 14,
      cancel: 22,
      change: 4,
      ...GRID,
      figures: 6,
      shapes: 2,
      utilization: 5,
      reading: 8,
    },
  },
  /** Reservations of a few seconds, which end or expire during the round. */
  brief: {
    share: 12,
    providers: [{ cores: 40, instances: 60 }],
    acts: {
      create: 32,
      update: 10,
      cancel: 8,
      instance: 14,
      destroy: 5,
      ...BRIEFLY,
      figures: 8,
      reading: 12,
    },
  },
  addresses: {
    share: 8,
    providers: [{ addresses: 6 }],
    acts: { create: 44, cancel: 36, ...BRIEFLY, figures: 8, reading: 8 },
  },
};

/**
 * Zones without any record when the clients begin. The clients make providers, pools, address ranges and subscriptions in the
 * order in which they are drawn. All other requests come before, between and after.
 */
const BORN = 'born';
const BORN_ZONES = 5;
const BORN_SHARE = 30;
const BORN_ACTS = {
  provider: 3,
  increase: 9,
  decrease: 5,
  create: 26,
  update: 9,
  move: 10,
  cancel: 11,
  instance: 9,
  destroy: 5,
  subscribe: 3,
  unsubscribe: 1,
  resubscribe: 2,
  figures: 6,
  shapes: 3,
  utilization: 5,
  listing: 4,
  reading: 7,
  ...GRID,
  retire: 1,
  withdraw: 1,
};

export const ZONE_KINDS = [...Object.keys(KINDS), BORN];
/** The round subscribes to the capacity of this kind, which is there even if no client works on it, as the partners of others are. */
const WATCHED = 'live';

/**
 * The round's zones, without the ids of providers yet. No `brief` zone where clocks differ: the checker cannot tell when a window
 * is over.
 *
 * @param reads percentage of acts that are reads; by default as in the weights of each kind
 * @param only the kinds of zones that clients work on; by default all
 */
export function planZones(seed, round, now, { isShifted, reads, only = ZONE_KINDS }) {
  const base = Math.floor(now / HOUR) * HOUR + AHEAD;
  const present = new Set([WATCHED, ...only, ...only.map((kind) => KINDS[kind]?.partner)]);
  const kinds = Object.entries(KINDS)
    .filter(([kind]) => !(isShifted && kind === 'brief') && present.has(kind))
    .map(([kind, terms]) => [kind, only.includes(kind) ? terms : { ...terms, share: 0 }]);
  const zones = kinds.map(([kind, { share, providers, protects, traits = [], acts }], index) => ({
    zone: `r${round}-${kind}`,
    kind,
    share,
    protects,
    isShifted,
    isForced: kind === 'forced',
    acts: reads === undefined ? acts : withReads(acts, reads),
    base,
    slots: new Random(seed, round, kind, 'slots').integer(8, 28),
    capacities: providers.map((scarce) => withPlenty(kind, scarce)),
    traits: providers.map((_, provider) => ({ ...USUAL_TRAITS, ...traits[provider] })),
    publicIps: kind === 'addresses' ? [rangeOf(round, index)] : undefined,
    ledger: kind === 'storage' ? 'gigabytes' : 'ram',
  }));
  for (const zone of zones) zone.partner = zones.find(({ kind }) => kind === KINDS[zone.kind].partner);
  return only.includes(BORN) ? [...zones, ...planBorn(seed, round, base, { isShifted, reads })] : zones;
}

/** Capacity is taken by force only in the first of these zones. In the others `available` is never negative. */
function planBorn(seed, round, base, { isShifted, reads }) {
  const slots = new Random(seed, round, BORN, 'slots').integer(8, 28);
  const acts = reads === undefined ? BORN_ACTS : withReads(BORN_ACTS, reads);
  return Array.from({ length: BORN_ZONES }, (_, index) => ({
    zone: `r${round}-${BORN}${index}`,
    kind: BORN,
    index,
    share: BORN_SHARE,
    isForced: index === 0,
    isShifted,
    acts: index === 0 ? acts : withoutForce(acts),
    base,
    slots,
    capacities: [],
    ledger: 'ram',
  }));
}

/** The acts without `withdraw`, which takes capacity by force. */
function withoutForce(acts) {
  return Object.fromEntries(Object.entries(acts).filter(([act]) => act !== 'withdraw'));
}

/** Default traits of a provider. */
const USUAL_TRAITS = { cpuArchitecture: 'x86', rdmaSupported: false };

function withReads(acts, percent) {
  const all = Object.entries(acts);
  const weightOf = (isRead) =>
    all.reduce((sum, [act, weight]) => sum + (act in READS === isRead ? weight : 0), 0);
  const factor = (percent * weightOf(false)) / ((100 - percent) * weightOf(true));
  return Object.fromEntries(all.map(([act, weight]) => [act, act in READS ? weight * factor : weight]));
}

function withPlenty(kind, scarce) {
  if (kind === 'addresses') return scarce;
  return { ...scarce, [kind === 'storage' ? 'gigabytes' : 'ram']: PLENTY };
}

/** Six usable addresses that no other round has. */
function rangeOf(round) {
  const block = (round % 8_000) * 8;
  return `10.${block >> 16}.${(block >> 8) & 255}.${block & 255}/29`;
}

/** The zones of a client, by share: each kind gets its part whatever the number of clients. */
export function zonesOf(zones, client, clients) {
  const whole = zones.reduce((sum, { share }) => sum + share, 0);
  let mark = ((client + 0.5) / clients) * whole;
  const zone = zones.find(({ share }) => (mark -= share) < 0) ?? zones.at(-1);
  return zone.kind === BORN ? zones.filter(({ kind }) => kind === BORN) : [zone];
}
