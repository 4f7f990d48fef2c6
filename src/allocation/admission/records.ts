import type { Labels, Marks } from '../../kernel/marks.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import {
  FOREVER,
  windowFromJson,
  type Instant,
  type JsonWindow,
  type TimeWindow,
} from '../../kernel/time-window.js';
import type { WantedTraits } from '../../kernel/traits.js';
import type { Holding } from '../fold/tenant-holdings.js';

/** Records stored in the same transaction as the ledger entries. State that follows from the clock is not stored. */

export const RESERVATION_KINDS = ['compute', 'containers', 'network', 'storage', 'mixed'] as const;

export type ReservationKind = (typeof RESERVATION_KINDS)[number];

/**
 * `waiting`: accepted without capacity, admitted once it fits. `lapsed`: released because nothing was allocated from it
 * before its expiry, its hold or its wait was over.
 */
export type ReservationStatus = 'admitted' | 'conflict' | 'waiting' | 'terminated' | 'lapsed';

/** The part of a reservation that one provider backs, including its instances' share. */
export interface Claim {
  readonly providerId: string;
  readonly amounts: ResourceAmounts;
}

export interface ReservationRecord extends Marks {
  readonly zoneId: string;
  readonly id: string;
  /** The tenant it is for, if given. */
  readonly tenant?: string;
  readonly kind: ReservationKind;
  readonly status: ReservationStatus;
  readonly window: TimeWindow;
  readonly expiresAt?: Instant;
  /** It is held until then and waits to be confirmed; absent: confirmed, or never held. */
  readonly heldUntil?: Instant;
  /** A waiting reservation is given up then; absent: at its end. */
  readonly waitUntil?: Instant;
  /** The series it is an occurrence of. */
  readonly seriesId?: string;
  /** Seconds after the start, if the expiry was given this way. */
  readonly expiresAfter?: number;
  /** An instance has drawn on it in a zone that it has left: the rows of instances stay in that zone. */
  readonly wasDrawn?: true;
  readonly amounts: ResourceAmounts;
  /** The containers as requested (container form only), with the amounts of each. */
  readonly containers?: readonly ContainerRecord[];
  /** Traits that every provider backing it must have; containers have their own. */
  readonly traits?: WantedTraits;
  /** References `<Kind>:<id>` of the elements the reservation protects. */
  readonly elements: readonly string[];
  /** Providers its elements restrict it to; empty: any of the zone. */
  readonly restrictedTo: readonly string[];
  readonly addresses: readonly string[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly endedAt?: Instant;
}

/** What decides whether a reservation is live. */
type Lifetime = Pick<
  ReservationRecord,
  'status' | 'window' | 'expiresAt' | 'heldUntil' | 'waitUntil' | 'endedAt'
>;

/** What decides whether, and as how much, it counts against the limits of its tenant. */
export type CountedReservation = Lifetime & Pick<ReservationRecord, 'id' | 'tenant' | 'amounts'>;

export type JsonReservation = Omit<ReservationRecord, 'window'> & { readonly window: JsonWindow };

/** Converts a record from JSON. */
export function reservationFromJson({ window, ...record }: JsonReservation): ReservationRecord {
  return { ...record, window: windowFromJson(window) };
}

/** Whether traits of providers matter to its placement. */
export function needsTraits({ traits, containers }: ReservationRecord): boolean {
  return traits !== undefined || (containers?.some((container) => container.traits) ?? false);
}

export interface ContainerRecord {
  readonly amounts: ResourceAmounts;
  /** The storage of its disks; `amounts` has only the classes that its zone tracks. Absent if it has none. */
  readonly storage?: ResourceAmounts;
  /** Traits that its provider must have. */
  readonly traits?: WantedTraits;
  /** The wire form of the container, stored so that answers repeat it unchanged. */
  readonly description: Readonly<Record<string, unknown>>;
}

export const INSTANCE_STATES = ['pending', 'active', 'deleting', 'deleted', 'error'] as const;

export type InstanceState = (typeof INSTANCE_STATES)[number];

export interface InstanceRecord {
  readonly zoneId: string;
  readonly id: string;
  readonly providerId: string;
  readonly reservationId?: string;
  /** The tenant of its reservation, else the one that it was created for. */
  readonly tenant?: string;
  readonly name: string;
  readonly labels?: Labels;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
  readonly amounts: ResourceAmounts;
  /** The part of the amounts that its reservation does not cover and that is drawn from the pool instead. */
  readonly borrowed: ResourceAmounts;
  readonly state: InstanceState;
  readonly serverId?: string;
  readonly failure?: string;
  readonly window: TimeWindow;
  readonly dueAt?: Instant;
  readonly attempts: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A signed change of a provider's total for a window, as an operator declared it. */
export interface PoolEntryRecord {
  readonly zoneId: string;
  readonly id: string;
  readonly providerId: string;
  readonly window: TimeWindow;
  readonly amounts: ResourceAmounts;
  readonly createdAt: Instant;
  /** When it was ended early. Its window ends then, or is empty if it had not begun. */
  readonly endedAt?: Instant;
}

/** A reservation with its claims and instances. */
export interface HeldReservation {
  readonly record: ReservationRecord;
  readonly claims: readonly Claim[];
  /** Its instances that still use capacity. */
  readonly instances: readonly DrawingInstance[];
}

/** What decisions about a reservation need to know of an instance that draws on it. A reservation may have very many. */
export interface DrawingInstance extends Pick<
  InstanceRecord,
  'id' | 'providerId' | 'state' | 'amounts' | 'borrowed'
> {
  readonly window: Pick<TimeWindow, 'end'>;
}

export function usesCapacity(instance: Pick<DrawingInstance, 'state' | 'window'>, now: Instant): boolean {
  return (instance.state === 'pending' || instance.state === 'active') && instance.window.end > now;
}

/** True if it has a server on its provider's platform, or one may still have to be created or removed there. */
export function isOnPlatform({ state, dueAt }: InstanceRecord): boolean {
  return state === 'pending' || state === 'active' || dueAt !== undefined;
}

/** True for a pool entry that changes no instant from now on: it has ended, or was ended before it began. */
export function isOver({ window }: PoolEntryRecord, now: Instant): boolean {
  return window.end <= Math.max(window.start, now);
}

/** True if it was neither ended early nor has reached its end, nor was held or waiting for longer than it may be. */
export function isLive(record: Lifetime, now: Instant): boolean {
  return (
    record.endedAt === undefined &&
    record.window.end > now &&
    !isHoldOver(record, now) &&
    !isWaitOver(record, now)
  );
}

/** As what it counts against the limits of its tenant; undefined if it does not. */
export function holdingOf(record: CountedReservation): Holding | undefined {
  const { id, window, amounts, status, endedAt, heldUntil = FOREVER } = record;
  if (endedAt !== undefined || (status !== 'admitted' && status !== 'waiting')) return undefined;
  return { id, window, amounts, lapsesAt: Math.min(heldUntil, waitsUntil(record)) };
}

/** True if it waited until its deadline, and was not admitted. Its expiry ends the wait as well. */
export function isWaitOver(record: Lifetime, now: Instant): boolean {
  return waitsUntil(record) <= now;
}

function waitsUntil({ status, waitUntil = FOREVER, expiresAt = FOREVER }: Lifetime): Instant {
  return status === 'waiting' ? Math.min(waitUntil, expiresAt) : FOREVER;
}

/** Bytes of a waiting reservation that count as one more: each decision that frees capacity may read all that wait. */
export const BYTES_PER_WAIT = 1_024;

/** The number as which a waiting reservation counts against its caller's limit, by the bytes of what may be long. */
export function waitsAs({ containers, labels, elements }: ReservationRecord): number {
  const parts = [containers, labels, elements].map((part) => (part ? JSON.stringify(part) : ''));
  return 1 + Math.floor(Buffer.byteLength(parts.join('')) / BYTES_PER_WAIT);
}

/** True if it was held, and not confirmed in time. */
export function isHoldOver({ heldUntil }: Pick<Lifetime, 'heldUntil'>, now: Instant): boolean {
  return heldUntil !== undefined && heldUntil <= now;
}
