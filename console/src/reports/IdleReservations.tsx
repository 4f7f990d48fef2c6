import { Group, Paper, ScrollArea, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useIdle, type IdleReservation } from '../api/reports';
import { formatNumber } from '../kernel/amounts';
import { fromWire } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { RecordLink } from '../shell/RecordLink';
import { ZoneSelect } from '../shell/ZoneSelect';
import { InstantText } from '../time/InstantText';
import { useViewSearch } from '../view-search';

const THRESHOLDS = [
  { value: '0.1', label: '10 %' },
  { value: '0.5', label: '50 %' },
  { value: '0.8', label: '80 %' },
  { value: '1', label: '100 %' },
];

/** Live reservations that little has been drawn on since they began, the longest idle first. */
export function IdleReservations() {
  const { search } = useViewSearch();
  const [threshold, setThreshold] = useState('0.8');
  const { data, error, isPending, refetch } = useIdle(Number(threshold), search.zone);
  const { reservations = [], more = false } = data ?? {};
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ZoneSelect />
        <Text size="sm">Drawn on less than</Text>
        <SegmentedControl
          size="xs"
          aria-label="Drawn on less than"
          value={threshold}
          onChange={setThreshold}
          data={THRESHOLDS}
        />
      </Group>
      <Paper withBorder p="md">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <Loading label="Looking for idle reservations" />}
        {!isPending && !error && reservations.length === 0 && (
          <Text c="dimmed">Every live reservation is drawn on that much.</Text>
        )}
        {reservations.length > 0 && <IdleTable reservations={reservations} />}
        {more && (
          <Text size="sm" c="dimmed" mt="xs">
            The {formatNumber(reservations.length)} that have been idle longest; there are more.
          </Text>
        )}
      </Paper>
    </Stack>
  );
}

function IdleTable({ reservations }: { readonly reservations: readonly IdleReservation[] }) {
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table miw={560}>
        <Table.Thead>
          <Table.Tr>
            {['Reservation', 'Zone', 'Tenant', 'Since', 'Drawn on', 'Idle hours'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reservations.map(({ reservationId, name, zone, tenant, start, usedShare, idleHours }) => (
            <Table.Tr key={reservationId}>
              <Table.Td>
                <RecordLink id={reservationId} label={name ?? reservationId} />
              </Table.Td>
              <Table.Td>{zone}</Table.Td>
              <Table.Td>{tenant}</Table.Td>
              <Table.Td>
                <InstantText at={fromWire(start)} />
              </Table.Td>
              <Table.Td>{Math.round(usedShare * 100)} %</Table.Td>
              <Table.Td>{formatNumber(idleHours)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
