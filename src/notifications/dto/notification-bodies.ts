import type { Figures } from '../../allocation/fold/capacity-timelines.js';
import type { ReservationRecord } from '../../allocation/admission/records.js';
import { TYPE_MEMBER } from '../../capacity/resource-types.js';
import { NORTHBOUND_MEMBER, type NorthboundKind } from '../../kernel/northbound-kind.js';
import { BUILT_IN_CLASSES, minus, only, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { formatInstant, formatOptional, type Instant } from '../../kernel/time-window.js';
import { computePool, containersReserved, storagePool } from '../../reservations/dto/northbound-answers.js';
import type { CapacitySubscription } from '../../subscriptions/subscription.js';
import { isOfKind, type ReservationState } from '../../reservations/reservation.js';
import type { ReservationEvent } from '../telling/reservation-story.js';

/** A capacity-change notification, as the contract's Events have it, with the subscription's id. */
export function capacityChangeBody(
  notificationId: string,
  subscription: CapacitySubscription,
  at: Instant,
  { available, reserved, total, allocated }: Figures,
): object {
  return {
    zoneId: subscription.zoneId,
    notificationId,
    capacityChangeTime: formatInstant(at),
    resourceDescriptor: { [TYPE_MEMBER[subscription.kind]]: subscription.typeId },
    capacityInformation: { available, reserved, total, allocated },
    capacityChangeSubscriptionId: subscription.id,
  };
}

/** Content of a reservation-change notification. */
export interface ToldChange {
  readonly reservationId: string;
  readonly changeType: string;
  readonly changedReservationData: object;
}

/** A reservation-change notification, as the contract's Events have it, with the subscription's id. */
export function reservationChangeBody(
  changeId: string,
  subscriptionId: string,
  vimId: string,
  { reservationId, changeType, changedReservationData }: ToldChange,
): object {
  return {
    changeId,
    reservationId,
    vimId,
    changeType,
    changedReservationData,
    reservationChangeSubscriptionId: subscriptionId,
  };
}

export function toldChange(event: ReservationEvent): ToldChange {
  return {
    reservationId: event.after.id,
    changeType: event.type,
    changedReservationData: changedData(event),
  };
}

/** Only what changed (semantics §8); of an approaching end, which end that is; of a creation, all there is to say. */
function changedData({ type, before, after, state }: ReservationEvent): object {
  if (type === 'Reservation created') return made(after, state);
  if (type === 'Reservation time change') return changedTimes(before, after);
  if (type === 'Reservation resource change') return changedResources(before, after);
  if (type === 'Reservation end approaching') return { endTime: formatOptional(after.window.end) };
  return { reservationStatus: state };
}

/** A reservation as it was made, in the members of the answers of Group B, and with its elements. */
function made(record: ReservationRecord, state: ReservationState): object {
  const { whole, compute, storage } = resourcesOf(record);
  const { publicIps, elements, ...always } = whole;
  return {
    name: record.name,
    labels: record.labels,
    ...timesOf(record),
    reservationStatus: state,
    heldUntil: formatOptional(record.heldUntil),
    waitUntil: formatOptional(record.waitUntil),
    seriesId: record.seriesId,
    ...always,
    ...(publicIps.length > 0 ? { publicIps } : {}),
    ...part('computePoolReserved', compute),
    ...part('storagePoolReserved', storage),
    ...part('capacity', otherAmounts(record, record)),
    ...(elements.length > 0 ? { elements } : {}),
  };
}

function changedTimes(before: ReservationRecord, after: ReservationRecord): object {
  return differences(timesOf(before), timesOf(after));
}

function timesOf({ window, expiresAt }: ReservationRecord): Members {
  return {
    startTime: formatOptional(window.start),
    endTime: formatOptional(window.end),
    expiryTime: formatOptional(expiresAt),
  };
}

function changedResources(before: ReservationRecord, after: ReservationRecord): object {
  const was = resourcesOf(before);
  const is = resourcesOf(after);
  return {
    ...differences(was.whole, is.whole),
    ...part('computePoolReserved', differences(was.compute, is.compute)),
    ...part('storagePoolReserved', differences(was.storage, is.storage)),
    ...part('capacity', changedAmounts(otherAmounts(before, after), otherAmounts(after, after))),
  };
}

/** Zone, elements and reserved amounts, in the members that the reservation has in Group B. */
function resourcesOf(record: ReservationRecord) {
  const { zoneId, containers, addresses, elements } = record;
  const isPool = (kind: NorthboundKind): boolean => !containers && isOfKind(record, kind);
  return {
    whole: {
      zoneId,
      virtualizationContainerReserved: containersReserved(record),
      publicIps: addresses,
      elements,
    },
    compute: isPool('compute') ? computePool(record) : {},
    storage: isPool('storage') ? storagePool(record) : {},
  };
}

/** Amounts that no member of Group B shows: of classes that it doesn't name, and of addresses that are not assigned. */
function otherAmounts({ amounts }: ReservationRecord, { addresses }: ReservationRecord): ResourceAmounts {
  const isShown = (name: string): boolean =>
    name === 'addresses' ? addresses.length > 0 : name in NORTHBOUND_MEMBER || !BUILT_IN_CLASSES.has(name);
  return only(amounts, (name) => !isShown(name));
}

function changedAmounts(was: ResourceAmounts, is: ResourceAmounts): ResourceAmounts {
  return Object.fromEntries(Object.keys(minus(is, was)).map((name) => [name, is[name] ?? 0]));
}

type Members = Readonly<Record<string, unknown>>;

/** The members of `is` that differ from `was`; null for a member that `is` lacks. */
function differences(was: Members, is: Members): object {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const changed = [...names].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? null]));
}

function part(name: string, members: object): object {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}
