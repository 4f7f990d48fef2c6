import { ScrollArea, Table, Text } from '@mantine/core';
import { useEndPool, usePools, useRehearseEndPool } from '../api/pools';
import type { PoolEntry, Provider } from '../api/records';
import { SureButton } from '../forms/SureButton';
import { describeAmounts } from '../kernel/amounts';
import { endFromWire, fromWire, now } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { InstantText } from '../time/InstantText';

/** What was declared, the newest first. */
export function PoolList({ provider }: { readonly provider: Provider }) {
  const { data, error, isPending, refetch } = usePools(provider.providerId);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Loading label="Loading pool entries" />;
  if (data.items.length === 0) return <Text c="dimmed">Nothing has been declared.</Text>;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table miw={520} captionSide="top">
        {data.isCut && <Table.Caption>There are older entries that are not shown.</Table.Caption>}
        <Table.Thead>
          <Table.Tr>
            {['Amounts', 'From', 'Until'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
            <Table.Th aria-label="End it" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.items.map((entry) => (
            <Table.Tr key={entry.poolId}>
              <Table.Td>{signedAmounts(entry)}</Table.Td>
              <Table.Td>
                <InstantText at={fromWire(entry.start)} />
              </Table.Td>
              <Table.Td>
                <InstantText at={endFromWire(entry.end)} />
              </Table.Td>
              <Table.Td>
                {endFromWire(entry.end) > now() && !entry.ended && <EndNow id={entry.poolId} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function EndNow({ id }: { readonly id: string }) {
  return <SureButton id={id} doing="End now" rehearsal={useRehearseEndPool()} effect={useEndPool()} />;
}

function signedAmounts({ capacity }: PoolEntry): string {
  const isLess = Object.values(capacity).some((amount) => amount < 0);
  const amounts = Object.fromEntries(
    Object.entries(capacity).map(([name, amount]) => [name, Math.abs(amount)]),
  );
  return `${isLess ? '−' : '+'} ${describeAmounts(amounts)}`;
}
