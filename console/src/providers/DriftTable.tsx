import { ScrollArea, Table, Text } from '@mantine/core';
import type { Drift } from '../api/records';
import { classNamed, formatAmount, inOrder } from '../kernel/amounts';

/** What is declared beside what the platform grants. */
export function DriftTable({ drift }: { readonly drift: Readonly<Record<string, Drift>> }) {
  const names = inOrder(Object.keys(drift));
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        No capacity is declared.
      </Text>
    );
  }
  return (
    <ScrollArea type="auto" mt="xs" viewportProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={2} horizontalSpacing={4} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Class</Table.Th>
            <Table.Th scope="col" ta="right">
              Declared
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Platform
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Drift
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => {
            const { declared, limit, beyond } = drift[name];
            return (
              <Table.Tr key={name}>
                <Table.Td>{classNamed(name).label}</Table.Td>
                <Table.Td ta="right">{formatAmount(name, declared)}</Table.Td>
                <Table.Td ta="right">{limit === undefined ? 'no limit' : formatAmount(name, limit)}</Table.Td>
                <Table.Td ta="right" fw={beyond > 0 ? 700 : 400}>
                  {beyond > 0 ? `▲ ${formatAmount(name, beyond)} beyond` : '–'}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
