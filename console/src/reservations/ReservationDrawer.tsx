import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useReservation } from '../api/reservations';
import type { ReservationDetails } from '../api/records';
import { endFromWire, fromWire } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { formatDuration } from '../time/format';
import { InstantText } from '../time/InstantText';
import { ChangePanel } from './ChangePanel';
import { HeldPanel } from './HeldPanel';
import { ReservationParts } from './ReservationParts';
import { SeriesPart } from './SeriesPart';
import { StateBadge } from './StateBadge';
import { WaitingPanel } from './WaitingPanel';

export interface ReservationDrawerProps {
  /** Undefined: closed. */
  readonly id?: string;
  readonly onClose: () => void;
}

/** Everything there is to know of a reservation, and what can be done to it. */
export function ReservationDrawer({ id, onClose }: ReservationDrawerProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title="Reservation"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id && <Content id={id} />}
    </Drawer>
  );
}

function Content({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useReservation(id);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <Loading label="Loading the reservation" />;
  return (
    <Stack gap="md">
      <Summary reservation={data} />
      {data.state === 'held' && <HeldPanel reservation={data} />}
      {data.state === 'waiting' && <WaitingPanel reservation={data} />}
      {!isOver(data) && <ChangePanel reservation={data} />}
      {data.seriesId !== undefined && <SeriesPart series={data.seriesId} open={data.reservationId} />}
      <ReservationParts reservation={data} />
    </Stack>
  );
}

function isOver({ state }: ReservationDetails): boolean {
  return state === 'expired' || state === 'terminated';
}

function Summary({ reservation }: { readonly reservation: ReservationDetails }) {
  const {
    reservationId,
    name,
    state,
    kind,
    zone,
    tenant,
    start,
    end,
    expiry,
    ended,
    labels = {},
  } = reservation;
  const [from, to] = [fromWire(start), endFromWire(end)];
  const tags = Object.entries(labels).map(([key, value]) => `${key}:${value}`);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={650} size="lg">
          {name ?? `${kind} reservation`}
        </Text>
        <StateBadge state={state} />
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {reservationId}
      </Text>
      <Text size="sm">
        <InstantText at={from} /> – <InstantText at={to} />{' '}
        <Text span c="dimmed">
          ({formatDuration(to - from)})
        </Text>
      </Text>
      <Text size="sm" c="dimmed">
        {[`zone ${zone}`, kind, tenant && `tenant ${tenant}`, ...tags].filter(Boolean).join(' · ')}
      </Text>
      {expiry && (
        <Text size="sm">
          Released unless drawn on by <InstantText at={fromWire(expiry)} />
        </Text>
      )}
      {ended && (
        <Text size="sm">
          Ended <InstantText at={fromWire(ended)} />
        </Text>
      )}
    </Stack>
  );
}
