import type { Labels, Marks } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { windowFromJson, type Instant, type JsonWindow, type TimeWindow } from '../kernel/time-window.js';
import type { RequiredTraits } from '../kernel/traits.js';

/** What is stored beside the ledger, in the same transaction. Whatever follows from the clock is not stored. */

export const RESERVATION_KINDS = ['compute', 'containers', 'network', 'storage', 'mixed'] as const;

export type ReservationKind = (typeof RESERVATION_KINDS)[number];

/** `lapsed`: released because nothing was allocated from it before its expiry. */
export type ReservationStatus = 'admitted' | 'conflict' | 'terminated' | 'lapsed';

/** How much of a reservation is backed by which provider, including what its instances already use. */
export interface Claim {
  readonly providerId: string;
  readonly amounts: ResourceAmounts;
}

export interface ReservationRecord extends Marks {
  readonly zoneId: string;
  readonly id: string;
  /** Whom it is for, where that was said. */
  readonly tenant?: string;
  readonly kind: ReservationKind;
  readonly status: ReservationStatus;
  readonly window: TimeWindow;
  readonly expiresAt?: Instant;
  /** Seconds after the start, where the expiry was given so. */
  readonly expiresAfter?: number;
  readonly amounts: ResourceAmounts;
  /** The containers as they were asked for (container form only), with the amounts of each. */
  readonly containers?: readonly ContainerRecord[];
  /** What every provider that backs it must be like; containers carry their own. */
  readonly traits?: RequiredTraits;
  /** References `<Kind>:<id>` of what the reservation protects. */
  readonly elements: readonly string[];
  /** Providers its elements tie it to; empty: any of the zone. */
  readonly restrictedTo: readonly string[];
  readonly addresses: readonly string[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly endedAt?: Instant;
}

export type JsonReservation = Omit<ReservationRecord, 'window'> & { readonly window: JsonWindow };

/** A record that was written down, or sent, as it is. */
export function reservationFromJson({ window, ...record }: JsonReservation): ReservationRecord {
  return { ...record, window: windowFromJson(window) };
}

export interface ContainerRecord {
  readonly amounts: ResourceAmounts;
  /** What its disks take, which `amounts` has of the classes that its zone tracks. Absent: it has none. */
  readonly storage?: ResourceAmounts;
  /** What its provider must be like. */
  readonly traits?: RequiredTraits;
  /** The wire form of the container, kept to be answered as it was sent. */
  readonly description: Readonly<Record<string, unknown>>;
}

export const INSTANCE_STATES = ['pending', 'active', 'deleting', 'deleted', 'error'] as const;

export type InstanceState = (typeof INSTANCE_STATES)[number];

export interface InstanceRecord {
  readonly zoneId: string;
  readonly id: string;
  readonly providerId: string;
  readonly reservationId?: string;
  readonly name: string;
  readonly labels?: Labels;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
  readonly amounts: ResourceAmounts;
  /** The part of the amounts that its reservation does not carry and that is drawn from the pool instead. */
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
  /** When it was ended before its time. Its window ends then, or is empty where it had not begun. */
  readonly endedAt?: Instant;
}

/** A reservation with all that is needed to change it. */
export interface HeldReservation {
  readonly record: ReservationRecord;
  readonly claims: readonly Claim[];
  /** Its instances that still use capacity. */
  readonly instances: readonly InstanceRecord[];
}

export function usesCapacity(instance: InstanceRecord, now: Instant): boolean {
  return (instance.state === 'pending' || instance.state === 'active') && instance.window.end > now;
}

/** It has a server on its provider's platform, or one may still have to be made or removed there. */
export function isOnPlatform({ state, dueAt }: InstanceRecord): boolean {
  return state === 'pending' || state === 'active' || dueAt !== undefined;
}

/** A pool entry that changes no instant from now on: its time is over, or it was ended before it began. */
export function isOver({ window }: PoolEntryRecord, now: Instant): boolean {
  return window.end <= Math.max(window.start, now);
}

/** Neither ended by anyone nor over. */
export function isLive(record: ReservationRecord, now: Instant): boolean {
  return record.endedAt === undefined && record.window.end > now;
}
