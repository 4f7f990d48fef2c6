import { fromNow } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import { isHoldOver, type HeldReservation, type ReservationRecord } from '../admission/records.js';
import { heldClaims, noteIfSilent, release, usedClaims } from './holding.js';
import { admitBegun, admitUnbacked } from './waiting.js';

/** Ends a reservation now: its unallocated remainder is free at once, and so are its addresses. */
export function endReservation(
  draft: Draft,
  held: HeldReservation,
  status: 'terminated' | 'lapsed',
): ReservationRecord {
  const { now } = draft;
  const since = draft.head;
  release(draft, held.record.id, heldClaims(held, now), held.record.window);
  const { waitUntil = now } = held.record;
  const record: ReservationRecord = {
    ...held.record,
    status,
    waitUntil: held.record.status === 'waiting' ? waitUntil : undefined,
    updatedAt: now,
    endedAt: now,
  };
  draft.endAddresses(record.id);
  draft.saveReservation({ ...held, record, claims: usedClaims(held, now) });
  // A hold may outlast its window; an append needs an entry whose window is not empty.
  const { start, end } = fromNow(record.window, now);
  noteIfSilent(draft, since, record.id, { start, end: Math.max(end, start + 1) });
  admitUnbacked(draft);
  return record;
}

interface Passed {
  readonly areHoldsOver: boolean;
  /** Time has changed what may fit, see `ZoneFold.nextWake`. */
  readonly isWake: boolean;
}

/**
 * Does what the clock has brought: releases the reservations whose hold is over, then tries those that hold nothing, for
 * all that came free in the same second.
 */
export function catchUpWithClock(draft: Draft, { areHoldsOver, isWake }: Passed): void {
  if (areHoldsOver) draft.freed.together(() => endOverdueHolds(draft));
  if (isWake) admitBegun(draft);
  else admitUnbacked(draft);
}

function endOverdueHolds(draft: Draft): void {
  for (const held of draft.knownReservations()) {
    if (held.record.endedAt === undefined && isHoldOver(held.record, draft.now))
      endReservation(draft, held, 'lapsed');
  }
}
