import { Group, Paper, SegmentedControl, Stack, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { USAGE_KEYS, type UsageKey } from '../api/reports';
import { useMay } from '../api/whoami';
import { DAY, now, spanOf, type TimeWindow } from '../kernel/instant';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { WindowFields } from '../time/WindowFields';
import { useViewSearch } from '../view-search';
import { IdleReservations } from './IdleReservations';
import { UsageReport } from './UsageReport';

const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
];

/** After the last key: typing a year gives four, and the service makes one report at a time. */
const SETTLE_MS = 400;

function lastDays(days: number): TimeWindow {
  const end = now();
  return { start: end - days * DAY, end };
}

/** What was reserved, and what was made of it. */
export function ReportsPage() {
  const { search, update } = useViewSearch();
  const mayProviders = useMay('see-providers');
  const [period, setPeriod] = useState(() => lastDays(30));
  const [settled] = useDebouncedValue(period, SETTLE_MS);
  const keys = USAGE_KEYS.filter((key) => key !== 'provider' || mayProviders);
  const by = keys.find((key) => key === search.group) ?? 'zone';
  return (
    <>
      <PageTitle title="Reports" />
      <Tabs
        value={search.view === 'idle' ? 'idle' : 'usage'}
        onChange={(view) => update({ view: view === 'idle' ? 'idle' : undefined })}
      >
        <Tabs.List>
          <Tabs.Tab value="usage">Reserved and used</Tabs.Tab>
          <Tabs.Tab value="idle">Idle now</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="usage" pt="sm">
          <Stack gap="sm">
            <Group gap="xs" align="flex-end">
              <ZoneSelect />
              <WindowFields value={period} onChange={setPeriod} />
              <SegmentedControl
                size="xs"
                aria-label="Period"
                value={PERIODS.find(({ value }) => Number(value) * DAY === spanOf(period))?.value ?? ''}
                onChange={(days) => setPeriod(lastDays(Number(days)))}
                data={PERIODS}
              />
            </Group>
            <SegmentedControl
              size="xs"
              aria-label="A row for each"
              style={{ maxWidth: '100%', overflowX: 'auto', width: 'fit-content' }}
              value={by}
              onChange={(key) => update({ group: key === 'zone' ? undefined : key })}
              data={keys.map((key) => ({ value: key, label: `By ${key}` }))}
            />
            {settled.start < settled.end && (
              <Paper withBorder p="md">
                <UsageReport by={by satisfies UsageKey} zone={search.zone} {...settled} />
              </Paper>
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="idle" pt="sm">
          <IdleReservations />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
