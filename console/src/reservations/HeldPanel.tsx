import { Alert, Button, Text } from '@mantine/core';
import { useConfirmReservation } from '../api/reservations';
import type { ReservationDetails } from '../api/records';
import { fromWire } from '../kernel/instant';
import { formatDuration } from '../time/format';
import { InstantText } from '../time/InstantText';
import { useNow } from '../time/use-now';
import { Refusal } from '../forms/Verdict';

/** A hold is kept by confirming it in time. */
export function HeldPanel({ reservation }: { readonly reservation: ReservationDetails }) {
  const { reservationId, heldUntil } = reservation;
  const confirm = useConfirmReservation();
  const now = useNow(1);
  if (heldUntil === undefined) return null;
  const until = fromWire(heldUntil);
  return (
    <Alert color="yellow" title="Held until it is confirmed">
      <Text size="sm">
        {until > now ? `Released in ${formatDuration(until - now)}, at ` : 'Its time has passed: '}
        <InstantText at={until} />, unless you confirm it.
      </Text>
      {confirm.error && <Refusal error={confirm.error} />}
      {confirm.data?.outcome === 'conflict' && <Text size="sm">{confirm.data.message}</Text>}
      <Button
        mt="xs"
        size="compact-sm"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ 'reservation-id': reservationId })}
      >
        Confirm
      </Button>
    </Alert>
  );
}
