import type { Line } from './checker.js';

/** Lines of a history and of what the database holds, as rounds are made up of them. */

/** When rounds begin, in seconds. */
export const T = 1_800_000_000;

/** What a round begins with. */
export function header(zones: readonly Line[], more: Line): Line {
  return { e: 'note', n: 0, round: 1, seed: 1, shifts: [0], zones, ...more };
}

/** A zone of the kind that its name says. */
export function zoneNamed(zone: string, providers: readonly string[], base = T): Line {
  return { zone, kind: zone.slice('r1-'.length), base, slots: 8, providers, ledger: 'ram' };
}

/**
 * A call that was over before the next began: its number says when it was.
 *
 * @param w when, in seconds, by a clock that is right
 * @param s which process was asked
 */
export function answered(op: number, w: number, k: string, p: Line, answer: Line, s = 0): Line[] {
  const at = { a: op, w: w * 1000 };
  return [
    { e: 'call', ...at, op, n: op * 10, s, k, p },
    { e: 'return', ...at, n: op * 10 + 1, out: 'ok', ...answer },
    ...(k === 'create' && answer.out === undefined ? [heardCreated(answer.id, p.amounts as Line)] : []),
  ];
}

/** The subscriber to all reservations hears of each that is made. */
function heardCreated(r: unknown, { ram }: Line): Line {
  const data = { computePoolReserved: { virtualMemSize: ram } };
  return { e: 'heard', r, id: `created ${String(r)}`, type: 'Reservation created', data };
}

/** A zone's ledger: its entries in their order – what was recorded in one second is one batch, unless they say otherwise – and its head. */
export function ledgerOf(zone: string, entries: readonly Line[]): Line[] {
  const lines = entries.map((entry, index) => ({
    e: 'entry',
    z: zone,
    q: index + 1,
    b: String(entry.w),
    ...entry,
  }));
  return [...lines, { e: 'head', z: zone, q: lines.length }];
}
