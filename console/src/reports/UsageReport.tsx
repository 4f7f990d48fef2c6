import { Alert, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usageCsv, useUsage, type UsageKey, type UsageRow } from '../api/reports';
import { download } from '../download';
import { classNamed, formatAmount, formatNumber } from '../kernel/amounts';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { RecordLink } from '../shell/RecordLink';
import { UsageBar, UsageLegend } from './UsageBar';

/** More rows than anybody reads; the CSV has them all. */
const MAX_ROWS = 200;

export interface UsageReportProps {
  readonly by: UsageKey;
  readonly zone?: string;
  readonly start: number;
  readonly end: number;
}

/** Units times hours per row and class: a bar, and its figures beside it. */
export function UsageReport({ by, zone, start, end }: UsageReportProps) {
  const asked = useMemo(() => ({ by, zone, window: { start, end } }), [by, zone, start, end]);
  const { data = [], error, isPending, refetch } = useUsage(asked);
  const csv = useMutation({
    mutationFn: async () => download(`usage-by-${by}.csv`, 'text/csv', await usageCsv(asked)),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Loading label="Making the report" />;
  if (data.length === 0) return <Text c="dimmed">Nothing was reserved in this period.</Text>;
  const most = largestPerClass(data);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <UsageLegend />
        <Button size="compact-sm" variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          Download CSV
        </Button>
      </Group>
      {csv.error && <Failure error={csv.error} />}
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table miw={760} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{by === 'class' ? 'Class' : capital(by)}</Table.Th>
              {by !== 'class' && <Table.Th scope="col">Class</Table.Th>}
              <Table.Th scope="col" w="30%">
                Units × hours
              </Table.Th>
              {['Reserved', 'Used', 'Idle', 'Idle share', 'Unreserved', 'Peak'].map((title) => (
                <Table.Th key={title} scope="col" ta="right">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.slice(0, MAX_ROWS).map((row) => (
              <UsageLine key={keyOf(row)} by={by} row={row} most={most.get(row.class) ?? 0} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {data.length > MAX_ROWS && (
        <Alert color="yellow">
          The first {MAX_ROWS} of {formatNumber(data.length)} rows. The CSV has them all.
        </Alert>
      )}
    </Stack>
  );
}

interface UsageLineProps {
  readonly by: UsageKey;
  readonly row: UsageRow;
  /** Of all rows of its class, so that bars of one class can be compared. */
  readonly most: number;
}

function UsageLine({ by, row, most }: UsageLineProps) {
  const hours = (value: number): string => formatAmount(row.class, value);
  const figures = [hours(row.reservedHours), hours(row.usedHours), hours(row.idleHours)];
  const share = row.idleShare === undefined ? '–' : `${Math.round(row.idleShare * 100)} %`;
  const rest = [share, hours(row.unreservedHours), formatAmount(row.class, row.peak)];
  return (
    <Table.Tr>
      {by !== 'class' && <Table.Td>{subjectOf(row)}</Table.Td>}
      <Table.Td>{classNamed(row.class).label}</Table.Td>
      <Table.Td>
        <UsageBar row={row} most={most} />
      </Table.Td>
      {[...figures, ...rest].map((text, index) => (
        // The columns are always the same.
        <Table.Td key={index} ta="right">
          {text}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function subjectOf({ reservationId, name, zone, tenant, providerId }: UsageRow) {
  if (reservationId !== undefined) return <RecordLink id={reservationId} label={name ?? reservationId} />;
  return zone ?? providerId ?? tenant ?? 'no tenant';
}

function keyOf({ reservationId, zone, tenant, providerId, class: name }: UsageRow): string {
  return [reservationId ?? zone ?? providerId ?? tenant, name].join(' ');
}

function largestPerClass(rows: readonly UsageRow[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const { class: name, reservedHours, unreservedHours } of rows) {
    largest.set(name, Math.max(largest.get(name) ?? 0, reservedHours + unreservedHours));
  }
  return largest;
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
