import type { Line } from './checker.js';

/** Builds the lines of made-up rounds: of a history, and of the contents of the database. */

/** The start of a round, in seconds. */
export const T = 1_800_000_000;

/** The first line of a round. */
export function header(zones: readonly Line[], more: Line): Line {
  return { e: 'note', n: 0, round: 1, seed: 1, shifts: [0], zones, ...more };
}

/** A zone whose kind is part of its name. */
export function zoneNamed(zone: string, providers: readonly string[], base = T): Line {
  return { zone, kind: zone.slice('r1-'.length), base, slots: 8, providers, ledger: 'ram' };
}

/**
 * A call that ended before the next one began. Its number is its place in the order of calls.
 *
 * @param w time in seconds, by a correct clock
 * @param s index of the process that received the call
 */
export function answered(op: number, w: number, k: string, p: Line, answer: Line, s = 0): Line[] {
  const at = { a: op, w: w * 1000 };
  return [
    { e: 'call', ...at, op, n: op * 10, s, k, p },
    { e: 'return', ...at, n: op * 10 + 1, out: 'ok', ...answer },
    ...(k === 'create' && answer.out === undefined ? [heardCreated(answer.id, p)] : []),
  ];
}

const STATES: Readonly<Record<string, string>> = {
  'Reservation terminated': 'terminated',
  'Reservation expired': 'expired',
  'Reservation conflict': 'conflict',
  'Reservation status change': 'initialized',
};

/** The content of a notification of a new state. */
export function newsOf(type: string): Line {
  return { reservationStatus: STATES[type] };
}

/** The notification of a creation, to the subscriber to all reservations. */
function heardCreated(r: unknown, { zone, amounts }: Line): Line {
  const { ram } = amounts as Line;
  const data = { zoneId: zone, computePoolReserved: { virtualMemSize: ram } };
  return { e: 'heard', r, id: `created ${String(r)}`, type: 'Reservation created', data };
}

/** A zone's ledger: its entries in order, and its head. Entries recorded in the same second are one batch, unless they name their own. */
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
