import type { Admission } from '../allocation/admission/admission.js';
import type { Draft } from '../allocation/admission/draft.js';
import { allocate, displaceFrom, hold, reunite, usedClaims } from '../allocation/placement/holding.js';
import { admitUnbacked } from '../allocation/placement/waiting.js';
import { isLive, usesCapacity, type InstanceRecord } from '../allocation/admission/records.js';
import { protectedElement, unknownInstance } from '../allocation/admission/refusals.js';
import type { Principal } from '../kernel/principal.js';
import { minus, negated } from '../kernel/resource-amounts.js';
import { fromNow } from '../kernel/time-window.js';
import { shortened } from './platform-failure.js';

/** The next state of an instance that gives its capacity back. */
type Ending = { readonly state: 'deleting' } | { readonly state: 'error'; readonly failure: string };

const needsOf = (id: string): Admission<unknown>['needs'] => ({
  instances: [id],
  unbacked: true,
});

/** Destroys an instance: its capacity returns to its reservation while that lasts, else to the pool. */
export function destroyInstance(id: string, field: string, caller: Principal): Admission<InstanceRecord> {
  return {
    needs: { ...needsOf(id), protectorsOf: [`ResourceAllocation:${id}`] },
    decide: (draft) => {
      const instance = draft.instance(id);
      if (!instance || !isUp(instance)) throw unknownInstance(field);
      const [protector] = draft.protectorsOf(id);
      if (protector) throw protectedElement(field, id, protector, caller);
      return giveBack(draft, instance, { state: 'deleting' });
    },
  };
}

/** Destroys an instance whose time is over, unless its reservation has been extended meanwhile. */
export function endOverdueInstance(id: string): Admission<void> {
  return {
    needs: needsOf(id),
    decide: (draft) => {
      const instance = draft.instance(id);
      const isOver = instance && isUp(instance) && instance.window.end <= draft.now;
      if (isOver) giveBack(draft, instance, { state: 'deleting' });
    },
  };
}

/**
 * Marks an instance that the platform could not start, or has lost: gives its capacity back and stores the reason.
 * False when it has ended already, or its platform has moved it on since it was seen: another worker may have its lease by now.
 */
export function failInstance(
  { id, state, serverId }: Pick<InstanceRecord, 'id' | 'state' | 'serverId'>,
  reason: string,
): Admission<boolean> {
  return {
    needs: needsOf(id),
    decide: (draft) => {
      const instance = draft.instance(id);
      if (!instance || !isUp(instance)) return false;
      if (instance.state !== state || instance.serverId !== serverId) return false;
      giveBack(draft, instance, { state: 'error', failure: shortened(reason) });
      return true;
    },
  };
}

function isUp({ state }: InstanceRecord): boolean {
  return state === 'pending' || state === 'active';
}

function giveBack(draft: Draft, instance: InstanceRecord, ending: Ending): InstanceRecord {
  const { now } = draft;
  allocate(draft, instance, negated(instance.amounts), fromNow(instance.window, now));
  const ended: InstanceRecord = {
    ...instance,
    // A failure to create the server is no reason any more.
    failure: undefined,
    ...ending,
    window: { start: instance.window.start, end: Math.min(now, instance.window.end) },
    dueAt: now,
    attempts: 0,
    updatedAt: now,
  };
  // After the end of its time there is nothing to give back, but an append needs an entry to move the head.
  if (!usesCapacity(instance, now)) note(draft, ended);
  draft.saveInstance(ended);
  returnToReservation(draft, instance);
  admitUnbacked(draft);
  return ended;
}

/** Returns the instance's amounts to the reservation, or to the pool if the reservation was ended or is in conflict. */
function returnToReservation(draft: Draft, instance: InstanceRecord): void {
  const { reservationId, providerId } = instance;
  const held = reservationId === undefined ? undefined : draft.reservation(reservationId);
  if (!held || !usesCapacity(instance, draft.now)) return;
  const { record } = held;
  if (record.status === 'admitted' && isLive(record, draft.now)) {
    const drawn = minus(instance.amounts, instance.borrowed);
    hold(draft, record.id, [{ providerId, amounts: drawn }], record.window);
    // The provider may have lost by force what only the instance still used.
    displaceFrom(draft, providerId, record.window);
    reunite(draft, record.id);
  } else {
    draft.saveReservation({ ...held, claims: usedClaims(held, draft.now) });
  }
}

function note(draft: Draft, { id, window }: InstanceRecord): void {
  const { now } = draft;
  draft.post({
    moves: 'allocated',
    ownerKind: 'instance',
    ownerId: id,
    window: { start: now, end: Math.max(window.end, now + 1) },
    amounts: {},
  });
}
