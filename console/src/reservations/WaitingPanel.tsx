import { Alert, Text } from '@mantine/core';
import { useWaiting } from '../api/reservations';
import { useWhoami } from '../api/whoami';
import type { ReservationDetails } from '../api/records';
import { fromWire } from '../kernel/instant';
import { InstantText } from '../time/InstantText';

/**
 * What a reservation waits for, and how many of those that wait are tried before it. Reservations in conflict are tried before all of
 * them, and a consumer does not see those of other tenants.
 */
export function WaitingPanel({ reservation }: { readonly reservation: ReservationDetails }) {
  const { reservationId, zone, waitUntil } = reservation;
  const { data = [] } = useWaiting(zone);
  const { data: principal } = useWhoami();
  const those = `Of those ${principal?.role === 'consumer' ? 'of your tenant ' : ''}that wait in zone ${zone}`;
  const before = data.findIndex((one) => one.reservationId === reservationId);
  return (
    <Alert color="gray" title="It waits for capacity and holds none">
      <Text size="sm">
        It is admitted as soon as all of it fits. {before === 0 && `${those}, it is the first to be tried.`}
        {before > 0 && `${those}, ${before} ${before === 1 ? 'is' : 'are'} tried before it.`}
      </Text>
      {waitUntil && (
        <Text size="sm">
          It gives up at <InstantText at={fromWire(waitUntil)} />.
        </Text>
      )}
    </Alert>
  );
}
