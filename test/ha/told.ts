import type { Received } from '../notifications/receiver.js';
import type { Known } from './client.js';
import { groupedBy } from './grouped.js';

/** Compares the notifications of a receiver with the changes of reservations. Empty if none is missing, invented or out of order. */
export function untold(received: readonly Received[], reservations: readonly Known[]): string[] {
  const findings: string[] = [];
  const byReservation = groupedBy(received, ({ body }) => body.reservationId as string);
  for (const known of reservations) {
    const told = byReservation.get(known.id) ?? [];
    byReservation.delete(known.id);
    const expected = happened(known).join();
    const actual = firstOfEach(told)
      .map(({ body }) => said(body))
      .join();
    if (actual !== expected) findings.push(`${known.id} was told ${actual}, not ${expected}`);
    const positions = told.map(({ position }) => position);
    if (positions.some((position, index) => index > 0 && position < positions[index - 1])) {
      findings.push(`${known.id} has positions ${positions.join()}`);
    }
  }
  for (const id of byReservation.keys()) findings.push(`${id} is not known`);
  return findings;
}

/** Removes repetitions, which at-least-once delivery allows. */
export function firstOfEach(received: readonly Received[]): Received[] {
  const seen = new Set<string>();
  return received.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function happened({ amounts, isCancelled }: Known): string[] {
  const changes = amounts.map((amount, index) => `${index === 0 ? 'created' : 'changed'} ${amount}`);
  return isCancelled ? [...changes, 'cancelled'] : changes;
}

function said({ changeType, changedReservationData: data }: Record<string, any>): string {
  switch (changeType) {
    case 'Reservation created':
      return `created ${data.computePoolReserved.virtualMemSize}`;
    case 'Reservation resource change':
      return `changed ${data.computePoolReserved.virtualMemSize}`;
    case 'Reservation terminated':
      return 'cancelled';
    default:
      return `${changeType} ${JSON.stringify(data)}`;
  }
}
