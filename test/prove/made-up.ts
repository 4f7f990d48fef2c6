import { check, type Line, type Violation } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

/** A round that was made up: two zones whose windows lie ahead, and what was asked of them and entered. */

/** From when the windows of such zones are. */
export const AHEAD = T + 100_000;
const HOUR = 3_600;
export const DAY = 24 * HOUR;
export const WINDOW = { start: AHEAD, end: AHEAD + HOUR };

export const HOT = 'r1-hot';
export const SPLIT = 'r1-split';
const PROVIDERS: Readonly<Record<string, readonly string[]>> = { [HOT]: ['h'], [SPLIT]: ['s', 't'] };
/** The most a tenant may hold. */
const LIMITS = { cores: 6 };
const TOTAL = { cores: 10, ram: 1_000_000, instances: 10 };

function opening(more: Line): Line {
  const zones = Object.entries(PROVIDERS).map(([zone, providers]) => ({
    ...zoneNamed(zone, providers, AHEAD),
    pools: providers.map((provider) => ({ id: `pool-${provider}`, provider })),
    traits: providers.map((provider) => ({ cpuArchitecture: provider === 't' ? 'arm64' : 'x86' })),
  }));
  return header(zones, { capacity: { zone: 'none' }, limits: LIMITS, ...more });
}

/** A call, so many seconds after the beginning as its number says. */
export function asked(op: number, k: string, p: Line, answer: Line): Line[] {
  return answered(op, T + op, k, p, answer);
}

export const heard = (type: string, data: Line = {}): Line => ({
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
  /** Its window, where that is not the usual one. */
  readonly s?: number;
  readonly t?: number;
  /** When it was recorded, as the number of the call. */
  readonly at: number;
}

/** A reservation that most of these cases begin with, as it is asked for and as it is entered. */
export const AMOUNTS = { cores: 6, ram: 100_001 };
export const FIRST = { zone: HOT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS };
export const made: Entered = { z: HOT, p: 'h', x: AMOUNTS, at: 1 };

/** The ledgers, each entry a batch of its own unless it belongs to the same call, and what every provider has to begin with. */
export function ledgers(...entered: readonly Entered[]): Line[] {
  return Object.entries(PROVIDERS).flatMap(([zone, providers]) => {
    const capacity = providers.map((p) => ({ z: zone, p, m: 'total', o: `pool-${p}`, x: TOTAL, at: 0 }));
    const all = [...capacity, ...entered.filter(({ z }) => z === zone)];
    const lines = all.map(({ at, ...entry }) => {
      const window = entry.m === 'total' ? { s: T, t: null } : { s: WINDOW.start, t: WINDOW.end };
      return { m: 'reserved', o: 'r', ...window, ...entry, w: T + at };
    });
    return ledgerOf(zone, lines);
  });
}

/** Every provider is given its capacity, before all else. */
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
 * What the checker finds in such a round. It is cut off before all is ended, so that this was not the end is left out.
 *
 * @param more of the header
 */
export async function findings(
  history: readonly Line[],
  evidence: readonly Line[],
  more: Line = {},
): Promise<Violation[]> {
  const found = await check([opening(more), ...opened(), ...history], evidence);
  return found.filter(({ property }) => property !== 'P7').map(({ property, text }) => ({ property, text }));
}
