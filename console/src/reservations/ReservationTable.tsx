import { Anchor, Group, Pagination, ScrollArea, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import type { Reservation } from '../api/records';
import { describeAmounts } from '../kernel/amounts';
import { endFromWire, fromWire } from '../kernel/instant';
import { InstantText } from '../time/InstantText';
import { StateBadge } from './StateBadge';

const PER_PAGE = 50;

export interface ReservationTableProps {
  readonly reservations: readonly Reservation[];
  readonly onOpen: (id: string) => void;
}

/** The same as the bars, for reading. */
export function ReservationTable({ reservations, onOpen }: ReservationTableProps) {
  const [chosen, setChosen] = useState(1);
  const pages = Math.ceil(reservations.length / PER_PAGE);
  // A filter may leave fewer pages.
  const page = Math.min(chosen, pages);
  const shown = reservations.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <Stack gap="xs">
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table highlightOnHover miw={960}>
          <Table.Thead>
            <Table.Tr>
              {['Reservation', 'State', 'Zone', 'Start', 'End', 'Amounts', 'Tenant'].map((title) => (
                <Table.Th key={title} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((reservation) => (
              <Row key={reservation.reservationId} reservation={reservation} onOpen={onOpen} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {pages > 1 && (
        <Group justify="center">
          <Pagination
            total={pages}
            value={page}
            onChange={setChosen}
            size="sm"
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
    </Stack>
  );
}

function Row({
  reservation,
  onOpen,
}: {
  readonly reservation: Reservation;
  readonly onOpen: (id: string) => void;
}) {
  const { reservationId, name, state, zone, start, end, capacity, tenant } = reservation;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" size="sm" onClick={() => onOpen(reservationId)}>
          {name ?? reservationId.slice(0, 13)}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} />
      </Table.Td>
      <Table.Td>{zone}</Table.Td>
      <Table.Td>
        <InstantText at={fromWire(start)} />
      </Table.Td>
      <Table.Td>
        <InstantText at={endFromWire(end)} />
      </Table.Td>
      <Table.Td>{describeAmounts(capacity)}</Table.Td>
      <Table.Td>{tenant}</Table.Td>
    </Table.Tr>
  );
}
