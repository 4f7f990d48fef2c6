import type { DataSource } from 'typeorm';
import { layoutOf } from '../../database/layout.js';
import { isRead, type Departure, type ZoneRequest } from '../admission/admission.js';

/** Whether a request stores more than an append to its zone: it is a batch of its own, in a transaction of its own. */
export function isApart(request: ZoneRequest<unknown>, dataSource: DataSource): boolean {
  return departureOf(request) !== undefined || storesKeyApart(request, dataSource);
}

export function departureOf(request: ZoneRequest<unknown>): Departure | undefined {
  return isRead(request) ? undefined : request.departure;
}

/** Whether the record of a request's key belongs to no zone. See `Admission.isForAnyZone`. */
export function storesKeyApart(request: ZoneRequest<unknown>, dataSource: DataSource): boolean {
  if (isRead(request) || !request.isForAnyZone || request.isDryRun) return false;
  const mayHaveKey = request.remember !== undefined && request.hasKey !== false;
  return mayHaveKey && layoutOf(dataSource).isDistributed;
}
