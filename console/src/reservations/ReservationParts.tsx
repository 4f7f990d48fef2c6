import { Code, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReservationDetails } from '../api/records';
import { providerName, useProviders } from '../api/providers';
import { classNamed, describeAmounts, formatAmount, inOrder, type Amounts } from '../kernel/amounts';
import { endFromWire, fromWire } from '../kernel/instant';
import { InstantText } from '../time/InstantText';
import { StateBadge } from './StateBadge';

/** Amounts, what backs them, what lives in them, and how it came about. */
export function ReservationParts({ reservation }: { readonly reservation: ReservationDetails }) {
  const { publicIps, instances, history } = reservation;
  return (
    <Stack gap="lg">
      <AmountsPart reservation={reservation} />
      <ClaimsPart reservation={reservation} />
      <Part
        title={`Instances (${instances.length})`}
        isEmpty={instances.length === 0}
        empty="None draws on it."
      >
        <List size="sm" spacing={4}>
          {instances.map(({ instanceId, name, state, capacity }) => (
            <List.Item key={instanceId}>
              <Group gap="xs">
                {name} <StateBadge state={state} />
                <Text size="xs" c="dimmed">
                  {describeAmounts(capacity)}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      </Part>
      {publicIps.length > 0 && (
        <Part title={`Addresses (${publicIps.length})`}>
          <Group gap={6}>
            {publicIps.map((address) => (
              <Code key={address}>{address}</Code>
            ))}
          </Group>
        </Part>
      )}
      <Part title={`History from the ledger (${history.length})`}>
        <HistoryPart reservation={reservation} />
      </Part>
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly isEmpty?: boolean;
  readonly empty?: string;
  readonly children: ReactNode;
}

function Part({ title, isEmpty = false, empty, children }: PartProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        children
      )}
    </section>
  );
}

function AmountsPart({ reservation: { capacity, instances } }: { readonly reservation: ReservationDetails }) {
  const drawn = (name: string): number =>
    instances.reduce(
      (sum, instance) => sum + (usesCapacity(instance.state) ? (instance.capacity[name] ?? 0) : 0),
      0,
    );
  const names = inOrder(Object.keys(capacity)).filter((name) => capacity[name] !== 0);
  return (
    <Part title="Amounts" isEmpty={names.length === 0} empty="It protects elements and holds no capacity.">
      <Table withRowBorders={false} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Class</Table.Th>
            <Table.Th scope="col" ta="right">
              Reserved
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Drawn
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{classNamed(name).label}</Table.Td>
              <Table.Td ta="right">{formatAmount(name, capacity[name])}</Table.Td>
              <Table.Td ta="right">{formatAmount(name, drawn(name))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Part>
  );
}

function usesCapacity(state: string): boolean {
  return state === 'pending' || state === 'active';
}

function ClaimsPart({ reservation: { claims } }: { readonly reservation: ReservationDetails }) {
  const { data } = useProviders();
  const nameOf = (id: string): string => {
    const provider = data?.items.find(({ providerId }) => providerId === id);
    return provider ? providerName(provider) : id;
  };
  return (
    <Part title="Backed by" isEmpty={claims.length === 0} empty="Nothing backs it now.">
      <List size="sm">
        {claims.map(({ providerId, capacity }) => (
          <List.Item key={providerId}>
            {nameOf(providerId)}:{' '}
            <Text span c="dimmed">
              {describeAmounts(capacity)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Part>
  );
}

function HistoryPart({ reservation: { history } }: { readonly reservation: ReservationDetails }) {
  return (
    <List size="sm" spacing={6}>
      {history.map((entry) => (
        <List.Item key={entry.sequence}>
          <InstantText at={fromWire(entry.recorded)} />
          <Text size="sm">
            {movesNothing(entry.capacity)
              ? 'no change of capacity'
              : `${entry.moves} ${signed(entry.capacity)}`}
          </Text>
          <Text size="xs" c="dimmed">
            <InstantText at={fromWire(entry.start)} /> – <InstantText at={endFromWire(entry.end)} />, entry{' '}
            {entry.sequence}
            {entry.owner.startsWith('ResourceAllocation') && ', by an instance'}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/** As when a reservation begins to wait: the entry records it and moves nothing. */
function movesNothing(capacity: Amounts): boolean {
  return Object.values(capacity).every((amount) => amount === 0);
}

function signed(capacity: Amounts): string {
  const isGiven = Object.values(capacity).some((amount) => amount > 0);
  const amounts = Object.fromEntries(
    Object.entries(capacity).map(([name, amount]) => [name, Math.abs(amount)]),
  );
  return `${isGiven ? '+' : '−'} ${describeAmounts(amounts)}`;
}
