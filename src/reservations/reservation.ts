import {
  isHoldOver,
  isWaitOver,
  type ReservationKind,
  type ReservationRecord,
} from '../allocation/admission/records.js';
import { isClassOfKind, NORTHBOUND_KINDS, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { Marks, MarksChange } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import type { Instant } from '../kernel/time-window.js';
import type { WantedTraits } from '../kernel/traits.js';

/** The states of semantics §5. `initialized`, `active` and `expired` follow from the clock, so no answer is ever late. */
export const RESERVATION_STATES = [
  'initialized',
  'active',
  'expired',
  'terminated',
  'held',
  'waiting',
  'conflict',
] as const;

export type ReservationState = (typeof RESERVATION_STATES)[number];

export function stateOf(record: ReservationRecord, now: Instant): ReservationState {
  if (record.status === 'terminated') return 'terminated';
  if (record.status === 'lapsed' || record.window.end <= now || isHoldOver(record, now)) return 'expired';
  if (record.status === 'waiting') return isWaitOver(record, now) ? 'expired' : 'waiting';
  if (record.status === 'conflict') return 'conflict';
  if (record.heldUntil !== undefined) return 'held';
  return record.window.start <= now ? 'active' : 'initialized';
}

/** The state in the answer to a create: `initialized` also if the reservation begins at once, as the contract has it. */
export function createdState({ status, heldUntil }: ReservationRecord): ReservationState {
  if (status === 'waiting') return 'waiting';
  return heldUntil === undefined ? 'initialized' : 'held';
}

/** The kind of these amounts: a northbound kind if all belong to it, else mixed. */
export function kindOf(amounts: ResourceAmounts): ReservationKind {
  const names = Object.keys(amounts);
  const isOnlyOf = (kind: NorthboundKind): boolean =>
    names.length > 0 && names.every((name) => isClassOfKind(name, kind));
  return NORTHBOUND_KINDS.find(isOnlyOf) ?? 'mixed';
}

/** A mixed reservation belongs to every kind of which it has amounts; `keepingKinds` keeps a last one as zero. */
export function isOfKind(record: ReservationRecord, kind: NorthboundKind): boolean {
  if (record.kind === 'mixed') return hasKind(record.amounts, kind);
  return record.kind === kind || (kind === 'compute' && record.kind === 'containers');
}

/**
 * Amounts after a change that keep each kind of the amounts before it: where nothing of a kind is left, its classes stay
 * with zero. Otherwise the reservation would become unknown to that kind's queries and updates (semantics §5).
 */
export function keepingKinds(before: ResourceAmounts, after: ResourceAmounts): ResourceAmounts {
  const lost = NORTHBOUND_KINDS.filter((kind) => hasKind(before, kind) && !hasKind(after, kind));
  const names = Object.keys(before).filter((name) => lost.some((kind) => isClassOfKind(name, kind)));
  return { ...after, ...Object.fromEntries(names.map((name) => [name, 0])) };
}

function hasKind(amounts: ResourceAmounts, kind: NorthboundKind): boolean {
  return Object.keys(amounts).some((name) => isClassOfKind(name, kind));
}

/** A create request. Absent times are the contract's defaults: from now, for ever. */
export interface ReservationRequest extends Marks {
  readonly zoneId?: string;
  readonly tenant?: string;
  readonly start?: Instant;
  readonly end?: Instant;
  readonly amounts: ResourceAmounts;
  readonly containers?: readonly ContainerRequest[];
  /** Traits that all its providers must have; containers have their own. */
  readonly traits?: WantedTraits;
  /** References as the caller wrote them. */
  readonly elements: readonly string[];
  /** Null: none, even if the policy has a default. */
  readonly expiry?: Expiry | null;
  /** Seconds for which it is held, until it is confirmed or released. */
  readonly holdSeconds?: number;
  /** If it does not fit, it waits until it does. */
  readonly wait?: Wait;
  readonly spelling: Spelling;
}

/** How long a reservation that does not fit waits; by default until its end. */
export interface Wait {
  readonly until?: Instant;
}

/** When a reservation without any allocated instance is released: a time, or seconds after its start. */
export type Expiry = { readonly at: Instant } | { readonly secondsAfterStart: number };

export interface ContainerRequest {
  /** One instance with its cores and memory. */
  readonly amounts: ResourceAmounts;
  /** Storage, which counts only where the zone tracks it. */
  readonly storage: ResourceAmounts;
  /** Traits that its provider must have. */
  readonly traits?: WantedTraits;
  readonly description: Readonly<Record<string, unknown>>;
}

/** The changes of an update; absent members keep their value. */
export interface AskedChange extends MarksChange {
  readonly zoneId?: string;
  readonly start?: Instant;
  /** FOREVER clears the end. */
  readonly end?: Instant;
  readonly amounts?: ResourceAmounts;
  readonly containers?: readonly ContainerRequest[];
  readonly traits?: TraitsChange;
  readonly elements?: readonly string[];
  readonly expiry?: Expiry | null;
  readonly spelling: Spelling;
}

/** The traits of an update; a null removes one of them, or all. */
export type TraitsChange = { readonly [name in keyof WantedTraits]: WantedTraits[name] | null } | null;

/** The traits required after a change; undefined: none. */
export function changedTraits(
  before: WantedTraits | undefined,
  change: TraitsChange | undefined,
): WantedTraits | undefined {
  if (change === undefined) return before;
  if (change === null) return undefined;
  const left = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** The caller's spelling of fields that a refusal may name. */
export interface Spelling {
  readonly id: string;
  readonly zone: string;
  readonly start: string;
  readonly end: string;
  readonly amounts: string;
  readonly traits: string;
  readonly expiry: string;
  readonly hold: string;
  readonly wait: string;
  readonly waitUntil: string;
  readonly repeat: string;
  readonly series: string;
}

export const OPERATIONS_SPELLING: Spelling = {
  id: 'reservation-id',
  zone: 'zone',
  start: 'start',
  end: 'end',
  amounts: 'capacity',
  traits: 'traits',
  expiry: 'expiry',
  hold: 'hold',
  wait: 'wait',
  waitUntil: 'wait-until',
  repeat: 'repeat',
  series: 'series-id',
};

export const NORTHBOUND_SPELLING: Spelling = {
  id: 'reservationId',
  zone: 'zoneId',
  start: 'startTime',
  end: 'endTime',
  amounts: 'reservation',
  traits: 'traits',
  expiry: 'expiryTime',
  hold: 'holdSeconds',
  wait: 'wait',
  waitUntil: 'waitUntil',
  repeat: 'repeat',
  series: 'seriesId',
};
