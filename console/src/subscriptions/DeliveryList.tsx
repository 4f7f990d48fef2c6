import { Accordion, Badge, Button, Code, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Delivery } from '../api/records';
import { useDeliveries, useDelivery, useRedeliver } from '../api/subscriptions';
import { Refusal } from '../forms/Verdict';
import { fromWire } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { InstantText } from '../time/InstantText';

const STATES = ['all', 'waiting', 'delivered', 'dead', 'kept', 'superseded'];
const COLORS: Readonly<Record<string, string>> = { delivered: 'teal', dead: 'red', waiting: 'yellow' };

/** What was sent, the newest first. */
export function DeliveryList({ subscription }: { readonly subscription: string }) {
  const [state, setState] = useState('all');
  const { data, error, isPending, refetch, ...older } = useDeliveries(
    subscription,
    state === 'all' ? undefined : state,
  );
  const deliveries = data?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="xs">
      <Text fw={600}>Deliveries</Text>
      <SegmentedControl
        size="xs"
        aria-label="State of deliveries"
        value={state}
        onChange={setState}
        data={STATES}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading deliveries" />}
      {deliveries?.length === 0 && (
        <Text size="sm" c="dimmed">
          {older.hasNextPage ? 'None among the newest.' : 'None. Send a test to see one.'}
        </Text>
      )}
      <Accordion variant="contained" chevronPosition="left">
        {deliveries?.map((delivery) => (
          <Accordion.Item key={delivery.deliveryId} value={delivery.deliveryId}>
            <Accordion.Control>
              <Group gap="xs">
                <Badge tt="none" variant="outline" color={COLORS[delivery.state] ?? 'gray'} c="inherit">
                  {delivery.state}
                </Badge>
                <Text size="sm">{titleOf(delivery)}</Text>
                <Text size="xs" c="dimmed">
                  <InstantText at={fromWire(delivery.created)} /> · {delivery.attempts} attempts
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Details id={delivery.deliveryId} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {older.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          w="fit-content"
          loading={older.isFetchingNextPage}
          onClick={() => void older.fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
    </Stack>
  );
}

function titleOf({ notification }: Delivery): string {
  const { changeType, test } = notification;
  if (test === true) return 'Test';
  return typeof changeType === 'string' ? changeType : 'Capacity change';
}

/** The attempts are read when a delivery is opened. */
function Details({ id }: { readonly id: string }) {
  const { data, error, refetch } = useDelivery(id);
  const redeliver = useRedeliver();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading the attempts" />;
  return (
    <Stack gap="xs">
      {data.log.length > 0 && (
        <Table verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              {['Attempt', 'At', 'Outcome', 'Took'].map((title) => (
                <Table.Th key={title} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.log.map(({ number, at, outcome, status, milliseconds }) => (
              <Table.Tr key={number}>
                <Table.Td>{number}</Table.Td>
                <Table.Td>
                  <InstantText at={fromWire(at)} />
                </Table.Td>
                <Table.Td>
                  {outcome} {status}
                </Table.Td>
                <Table.Td>{milliseconds} ms</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Code block>{JSON.stringify(data.notification, null, 2)}</Code>
      {redeliver.error && <Refusal error={redeliver.error} />}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        loading={redeliver.isPending}
        onClick={() => redeliver.mutate(id)}
      >
        Send it again
      </Button>
    </Stack>
  );
}
