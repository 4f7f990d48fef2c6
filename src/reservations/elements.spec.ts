import { createReservation } from './create-reservation.js';
import type { ReservationPolicy } from './reservation-policy.js';
import type { ResolvedRequest } from './resolved-request.js';
import { updateReservation, type ResolvedChange } from './update-reservation.js';

const POLICY = {} as ReservationPolicy;
const ELEMENTS = ['ResourceProvider:p', 'ResourcePool:l', 'ResourceReservation:r', 'ResourceAllocation:i'];

// Regression: each creation tied to a provider read the whole rows of all live reservations tied to it.
describe('the reservations that have the same elements', () => {
  it('are read by a creation only if they can exclude it', () => {
    const request = { elements: ELEMENTS, restrictedTo: ['p'], amounts: {} } as unknown as ResolvedRequest;
    expect(createReservation('a', request, POLICY).needs?.protectorsOf).toEqual(['ResourceAllocation:i']);
  });

  it('are read by an update only if they can exclude it', () => {
    const change = {
      elements: ELEMENTS,
      elementsAreNew: true,
      restrictedTo: ['p'],
    } as unknown as ResolvedChange;
    const { needs } = updateReservation({ id: 'a', tenant: undefined, status: 'admitted' }, change, POLICY);
    expect(needs?.protectorsOf).toEqual(['ResourceAllocation:i']);
  });
});
