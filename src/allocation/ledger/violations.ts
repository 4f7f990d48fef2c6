import { constraintOf } from '../../database/constraints.js';
import type { DraftDocument } from './draft-document.js';

const KEYS = 'idempotency_keys_pkey';
const ADDRESSES = /^address_/;

/** Whether the `Idempotency-Key` of a request is taken. */
export function isAboutKeys(error: unknown): boolean {
  return constraintOf(error) === KEYS;
}

/** Whether a constraint concerns addresses, so that the cached ones may be out of date. */
export function isAboutAddresses(error: unknown): boolean {
  return ADDRESSES.test(constraintOf(error) ?? '');
}

/** Whether a draft can have violated a constraint. */
export function isSuspect(error: unknown, document: DraftDocument): boolean {
  if (isAboutKeys(error)) return document.requests.length > 0;
  if (isAboutAddresses(error)) return document.address_ranges.length + document.addresses.length > 0;
  return true;
}
