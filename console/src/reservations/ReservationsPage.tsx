import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMay } from '../api/whoami';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { formatNumber } from '../kernel/amounts';
import { useTimeWindow } from '../time/use-time-window';
import { WindowControls } from '../time/WindowControls';
import { useViewSearch } from '../view-search';
import { Gantt } from './Gantt';
import { NewReservation } from './NewReservation';
import { ReservationDrawer } from './ReservationDrawer';
import { ReservationFilters } from './ReservationFilters';
import { ReservationTable } from './ReservationTable';
import { StateLegend } from './StateLegend';
import { GROUPINGS, useGroups } from './use-groups';

/** What is promised to whom, from when to when. */
export function ReservationsPage() {
  const view = useTimeWindow();
  const { search, update } = useViewSearch();
  const [isMaking, { open, close }] = useDisclosure();
  const { groups, reservations, isCut, isPending, error, refetch } = useGroups(view.settled);
  const isTable = search.view === 'table';
  return (
    <>
      <PageTitle title="Reservations">
        <Button size="compact-sm" onClick={open}>
          New reservation
        </Button>
      </PageTitle>
      <Stack gap="sm">
        <Group gap="xs">
          <ZoneSelect />
          <WindowControls view={view} />
        </Group>
        <ReservationFilters />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Arrangement />
            <Text size="sm" c="dimmed" role="status">
              {formatNumber(reservations.length)} in this window{isPending && ', loading'}
            </Text>
          </Group>
          <StateLegend />
        </Group>
        {error && <Failure error={error} onRetry={refetch} />}
        {isCut && (
          <Alert color="yellow">
            More reservations may match than are shown. Choose a zone, a tenant or a shorter window.
          </Alert>
        )}
        {isPending && reservations.length === 0 && <Loading label="Loading reservations" />}
        {!isPending && reservations.length === 0 && !isCut && !error && (
          <Text c="dimmed" py="lg">
            No reservation matches in this window. Widen it, clear a filter, or make one.
          </Text>
        )}
        {reservations.length > 0 && (
          <Paper withBorder p="xs" aria-busy={isPending}>
            {isTable ? (
              <ReservationTable reservations={reservations} onOpen={(id) => update({ open: id })} />
            ) : (
              <Gantt
                groups={groups}
                view={view}
                selected={search.open}
                onOpen={(id) => update({ open: id })}
              />
            )}
          </Paper>
        )}
      </Stack>
      <ReservationDrawer id={search.open} onClose={() => update({ open: undefined })} />
      <NewReservation isOpen={isMaking} onClose={close} />
    </>
  );
}

/** How the reservations are shown, and put together. */
function Arrangement() {
  const { search, update } = useViewSearch();
  const mayProviders = useMay('see-providers');
  const groupings = GROUPINGS.filter((name) => name !== 'provider' || mayProviders);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Show as"
        value={search.view === 'table' ? 'table' : 'bars'}
        onChange={(chosen) => update({ view: chosen === 'table' ? 'table' : undefined })}
        data={[
          { value: 'bars', label: 'Bars' },
          { value: 'table', label: 'Table' },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label="Group by"
        // Wider than a phone.
        style={{ maxWidth: '100%', overflowX: 'auto' }}
        value={search.group ?? 'zone'}
        onChange={(group) => update({ group: group === 'zone' ? undefined : group })}
        data={groupings.map((name) => ({ value: name, label: `By ${name}` }))}
      />
    </>
  );
}
