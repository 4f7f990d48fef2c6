import { Paper, ScrollArea, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { formatNumber } from '../kernel/amounts';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { PageTitle } from '../shell/PageTitle';
import { formatDuration } from '../time/format';
import { sumOf, valueOf, type Sample } from './exposition';
import { Sparkline } from './Sparkline';
import { useMetrics, useRates } from './use-metrics';
import { Tile } from './Tile';

/** Whether the service is well, from its own figures. */
export function HealthPage() {
  const { data, error, isPending, dataUpdatedAt, refetch } = useMetrics();
  const rates = useRates(data, dataUpdatedAt);
  const latest = rates.at(-1);
  return (
    <>
      <PageTitle title="Health" />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading the figures" />}
      {data && (
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            <Checks samples={data} />
            <Deliveries samples={data} />
            <Tile title="Admissions per second" value={latest && formatNumber(latest.admissions)}>
              <Sparkline label="Admissions per second" values={rates.map(({ admissions }) => admissions)} />
            </Tile>
            <Tile title="Refusals per second" value={latest && formatNumber(latest.refusals)}>
              <Sparkline label="Refusals per second" values={rates.map(({ refusals }) => refusals)} />
            </Tile>
            <Tile title="Requests per second" value={latest && formatNumber(latest.requests)}>
              <Sparkline label="Requests per second" values={rates.map(({ requests }) => requests)} />
            </Tile>
          </SimpleGrid>
          <Queues samples={data} />
        </Stack>
      )}
    </>
  );
}

interface SamplesProps {
  readonly samples: readonly Sample[];
}

function Checks({ samples }: SamplesProps) {
  const violations = valueOf(samples, 'headroom_ledger_audit_violations');
  const age = valueOf(samples, 'headroom_ledger_audit_age_seconds');
  const differences = sumOf(samples, 'headroom_fold_differences_total');
  const isUp = valueOf(samples, 'headroom_database_up');
  const inConflict = valueOf(samples, 'headroom_reservations_in_conflict');
  return (
    <>
      <Tile
        title="Audit of the ledger"
        value={
          violations === undefined ? undefined : violations === 0 ? 'nothing found' : `${violations} findings`
        }
        isBad={(violations ?? 0) > 0}
        note={age === undefined ? 'The first audit has not ended yet' : `${formatDuration(age)} ago`}
      />
      <Tile
        title="Memory against ledger"
        value={differences === 0 ? 'no difference' : `${differences} differences`}
        isBad={differences > 0}
      />
      <Tile title="Database" value={isUp === 1 ? 'answers' : 'away'} isBad={isUp !== 1} />
      <Tile title="Reservations in conflict" value={countText(inConflict)} isBad={(inConflict ?? 0) > 0} />
    </>
  );
}

function Deliveries({ samples }: SamplesProps) {
  const waiting = valueOf(samples, 'headroom_notifications_waiting');
  const age = valueOf(samples, 'headroom_outbox_age_seconds') ?? 0;
  const failing = valueOf(samples, 'headroom_delivery_lanes_failing');
  return (
    <>
      <Tile
        title="Deliveries waiting"
        value={countText(waiting)}
        note={(waiting ?? 0) > 0 ? `the oldest for ${formatDuration(age)}` : undefined}
      />
      <Tile title="Failing receivers" value={countText(failing)} isBad={(failing ?? 0) > 0} />
    </>
  );
}

/** Without the database these figures are absent: that is not zero. */
function countText(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatNumber(count);
}

function Queues({ samples }: SamplesProps) {
  const depths = samples.filter(({ name }) => name === 'headroom_zone_queue_depth');
  if (depths.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Queues">
      <Title order={2} size="h3" mb="xs">
        Queues of zones
      </Title>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing={2} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Zone</Table.Th>
              <Table.Th scope="col" ta="right">
                Waiting now
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Decided since the start, reads among them
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {depths.map(({ labels, value }) => (
              <Table.Tr key={labels.zone}>
                <Table.Td>{labels.zone}</Table.Td>
                <Table.Td ta="right">{formatNumber(value)}</Table.Td>
                <Table.Td ta="right">
                  {formatNumber(sumOf(samples, 'headroom_zone_requests_total', { zone: labels.zone }))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Text size="xs" c="dimmed" mt="xs">
        Figures of the process that answered; with several, each counts its own.
      </Text>
    </Paper>
  );
}
