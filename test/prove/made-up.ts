import { check, type Line, type Violation } from './checker.js';
import { answered, header, ledgerOf, newsOf, T, zoneNamed } from './lines.js';

/** A made-up round: two zones whose windows lie ahead, with the calls and the ledger entries. */

/** The start of the windows of these zones. */
export const AHEAD = T + 100_000;
const HOUR = 3_600;
export const DAY = 24 * HOUR;
export const WINDOW = { start: AHEAD, end: AHEAD + HOUR };

export const HOT = 'r1-hot';
export const SPLIT = 'r1-split';
const PROVIDERS: Readonly<Record<string, readonly string[]>> = { [HOT]: ['h'], [SPLIT]: ['s', 't'] };
/** The limit of a tenant in a zone, and of one tenant in all zones. */
const LIMITS = { cores: 6 };
const LIMITS_ALL_ZONES = { nomad: { cores: 8 } };
const TOTAL = { cores: 10, ram: 1_000_000, instances: 10 };

function opening(more: Line): Line {
  const zones = Object.entries(PROVIDERS).map(([zone, providers]) => ({
    ...zoneNamed(zone, providers, AHEAD),
    pools: providers.map((provider) => ({ id: `pool-${provider}`, provider })),
    traits: providers.map((provider) => ({ cpuArchitecture: provider === 't' ? 'arm64' : 'x86' })),
  }));
  return header(zones, {
    capacity: { zone: 'none' },
    limits: LIMITS,
    limitsAllZones: LIMITS_ALL_ZONES,
    ...more,
  });
}

/** A call, as many seconds after the start of the round as its number says. */
export function asked(op: number, k: string, p: Line, answer: Line): Line[] {
  return answered(op, T + op, k, p, answer);
}

export const heard = (type: string, data: Line = newsOf(type)): Line => ({
  e: 'heard',
  r: 'r',
  id: `${type} ${JSON.stringify(data)}`,
  type,
  data,
});

export interface Entered {
  readonly z: string;
  readonly p: string;
  readonly x: Line;
  readonly o?: string;
  readonly m?: string;
  /** Its window, if not the default one. */
  readonly s?: number;
  readonly t?: number;
  /** The number of the call that recorded it. */
  readonly at: number;
}

/** The reservation at the start of most of these cases: its request, and its ledger entry. */
export const AMOUNTS = { cores: 6, ram: 100_001 };
export const FIRST = { zone: HOT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS };
export const made: Entered = { z: HOT, p: 'h', x: AMOUNTS, at: 1 };

/** The ledgers, with the initial capacity of every provider. Each entry is a batch of its own, unless it belongs to the same call. */
export function ledgers(...entered: readonly Entered[]): Line[] {
  return Object.entries(PROVIDERS).flatMap(([zone, providers]) => {
    const capacity = providers.map((p) => ({ z: zone, p, m: 'total', o: `pool-${p}`, x: TOTAL, at: 0 }));
    const all = [...capacity, ...entered.filter(({ z }) => z === zone)];
    const lines = all.map(({ at, ...entry }) => {
      const window = entry.m === 'total' ? { s: T, t: null } : { s: WINDOW.start, t: WINDOW.end };
      return { m: 'reserved', o: 'r', ...window, ...entry, w: T + at, at: T + at };
    });
    return ledgerOf(zone, lines);
  });
}

/** First, every provider gets its capacity. */
function opened(): Line[] {
  const all = Object.entries(PROVIDERS).flatMap(([zone, providers]) =>
    providers.map((provider) => ({ zone, provider })),
  );
  return all.flatMap(({ zone, provider }, index) => {
    const at = { a: 100_000 + index, w: T * 1000 };
    const p = { zone, provider, end: null, amounts: TOTAL };
    return [
      { e: 'call', ...at, op: at.a, n: index + 1, s: 0, k: 'increase', p },
      { e: 'return', ...at, n: index + 1.5, out: 'ok', id: `pool-${provider}` },
    ];
  });
}

export function negative(x: Line): Line {
  return Object.fromEntries(Object.entries(x).map(([name, value]) => [name, -Number(value)]));
}

/**
 * The findings of the checker for such a round. The round ends early, so the finding that it is incomplete (P7) is left out.
 *
 * @param more members of the header
 */
export async function findings(
  history: readonly Line[],
  evidence: readonly Line[],
  more: Line = {},
): Promise<Violation[]> {
  const found = await check([opening(more), ...opened(), ...history], evidence);
  return found.filter(({ property }) => property !== 'P7').map(({ property, text }) => ({ property, text }));
}
