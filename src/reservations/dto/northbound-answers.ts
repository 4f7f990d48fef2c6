import type { ReservationRecord } from '../../allocation/admission/records.js';
import { StreamedList } from '../../http/answers/streamed-answer.js';
import { pageAfter } from '../../http/wire/paging.js';
import type { Listed } from '../../kernel/listed.js';
import { BUILT_IN_CLASSES, isNothing, only, type ResourceAmounts } from '../../kernel/resource-amounts.js';
import { formatInstant, formatOptional, type TimeWindow } from '../../kernel/time-window.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { createdState } from '../reservation.js';
import type { ReservationAsRead } from '../reservations.reader.js';

/** The answers of Group B; `northbound-schemas.ts` has their schemas. */

/** A reservation in Group B's form: times, state, and amounts in the members of its kind. */
function reservationData(kind: NorthboundKind, { record, state }: ReservationAsRead): object {
  const { window, expiresAt } = record;
  return {
    reservationId: record.id,
    name: record.name,
    labels: record.labels,
    startTime: formatInstant(window.start),
    endTime: formatOptional(window.end),
    expiryTime: formatOptional(expiresAt),
    reservationStatus: state,
    heldUntil: formatOptional(record.heldUntil),
    waitUntil: formatOptional(record.waitUntil),
    seriesId: record.seriesId,
    zoneId: record.zoneId,
    ...reservedPart(kind, record),
  };
}

/** One id asked for: an object; several: a list in that order (semantics §7). */
export function namedResult(
  kind: NorthboundKind,
  found: readonly ReservationAsRead[] | AsyncIterable<readonly ReservationAsRead[]>,
): object {
  const toWire = (read: ReservationAsRead) => reservationData(kind, read);
  if (Symbol.asyncIterator in found) return new StreamedList('queryResult', found, toWire);
  const results = found.map(toWire);
  return { queryResult: results.length === 1 ? results[0] : results };
}

/** No id asked for: a page of all, and where the next one begins. */
export function pageResult(kind: NorthboundKind, { rows, next }: Listed<ReservationAsRead>): object {
  const results = rows.map((read) => reservationData(kind, read));
  return { queryResult: results, next: pageAfter(results, next, kind).next };
}

function reservedPart(kind: NorthboundKind, record: ReservationRecord): object {
  if (kind === 'network') return { publicIps: record.addresses };
  if (kind === 'storage') return { storagePoolReserved: storagePool(record) };
  if (record.containers) return { virtualizationContainerReserved: containersReserved(record) };
  return { computePoolReserved: computePool(record) };
}

export function computePool({ amounts, zoneId }: ReservationRecord) {
  return {
    numCpuCores: amounts.cores ?? 0,
    numVcInstances: amounts.instances ?? 0,
    virtualMemSize: amounts.ram ?? 0,
    customResources: customOf(amounts),
    zoneId,
  };
}

/** Reserved amounts of custom classes; undefined if there are none. */
function customOf(amounts: ResourceAmounts): ResourceAmounts | undefined {
  const custom = only(amounts, (name) => !BUILT_IN_CLASSES.has(name));
  return isNothing(custom) ? undefined : custom;
}

export function storagePool({ amounts }: ReservationRecord) {
  return {
    storageSize: amounts.gigabytes ?? 0,
    numSnapshots: amounts.snapshots ?? 0,
    numVolumes: amounts.volumes ?? 0,
  };
}

/** As they were asked for. */
export function containersReserved({ containers }: ReservationRecord) {
  return containers?.map(({ description }) => description);
}

/** A reservation alone in an answer. */
export interface ReservationAnswer {
  readonly reservationData: object;
}

export function readAnswer(kind: NorthboundKind, read: ReservationAsRead): ReservationAnswer {
  return { reservationData: reservationData(kind, read) };
}

export function createdAnswer(kind: NorthboundKind, record: ReservationRecord): ReservationAnswer {
  return readAnswer(kind, { record, state: createdState(record) });
}

/** The first reservation of a series, and the ids and windows of all. */
export function seriesAnswer(kind: NorthboundKind, records: readonly ReservationRecord[]): object {
  return {
    ...createdAnswer(kind, records[0]),
    occurrences: records.map(({ id, window }) => ({ reservationId: id, ...windowOf(window) })),
  };
}

export function windowOf({ start, end }: TimeWindow): { startTime: string; endTime: string } {
  return { startTime: formatInstant(start), endTime: formatInstant(end) };
}
