import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Amounts } from '../kernel/amounts';
import { remaining, type TimeWindow } from '../kernel/instant';
import { ReservationForm } from '../reservations/ReservationForm';
import { Failure } from '../shell/Failure';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { useNow } from '../time/use-now';
import { useTimeWindow } from '../time/use-time-window';
import { WindowControls } from '../time/WindowControls';
import { useViewSearch } from '../view-search';
import { FreeWindows } from './FreeWindows';
import { NeedForm } from './NeedForm';
import { NeedCharts } from './NeedCharts';
import { useFreeWindows, type FreeWindow } from './use-free-windows';

const FIRST_NEED: Amounts = { cores: 8, ram: 16_384, instances: 4 };
const FIRST_DURATION = 3 * 86_400;

/** "I need so much for so long": when does it fit? */
export function FindPage() {
  const view = useTimeWindow();
  const { search, update } = useViewSearch();
  const now = useNow(60);
  const [amounts, setAmounts] = useState(FIRST_NEED);
  const [duration, setDuration] = useState(FIRST_DURATION);
  const [chosen, setChosen] = useState<FreeWindow>();
  const window = useMemo(() => remaining(view.settled, now), [view.settled, now]);
  const found = useFreeWindows(amounts, duration, search.zone, window);
  const shown = chosen ?? found.windows.at(0);

  return (
    <>
      <PageTitle title="Find room" />
      <Stack gap="sm">
        <Group gap="xs">
          <ZoneSelect onChange={() => setChosen(undefined)} />
          <WindowControls view={view} />
        </Group>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
          <Paper withBorder p="md" component="section" aria-label="What is needed">
            <NeedForm amounts={amounts} duration={duration} onAmounts={setAmounts} onDuration={setDuration} />
          </Paper>
          <Paper withBorder p="md" component="section" aria-label="Free windows">
            {found.error && <Failure error={found.error} />}
            <FreeWindows found={found} duration={duration} chosen={chosen} onChoose={setChosen} />
          </Paper>
        </SimpleGrid>
        {shown && (
          <NeedCharts
            amounts={amounts}
            zone={shown.zone}
            stretches={stretchesOf(found.windows, shown.zone)}
            view={view}
          />
        )}
        {chosen && (
          <Paper withBorder p="md" component="section" aria-label="Reserve">
            <Text fw={600} mb="sm">
              Reserve in {chosen.zone}
            </Text>
            <ReservationForm
              key={`${chosen.zone} ${chosen.start} ${duration} ${JSON.stringify(amounts)}`}
              initial={{ zone: chosen.zone, start: chosen.start, end: chosen.start + duration, amounts }}
              onMade={(id) => update({ open: id })}
            />
          </Paper>
        )}
      </Stack>
    </>
  );
}

function stretchesOf(windows: readonly FreeWindow[], zone: string): readonly TimeWindow[] {
  return windows.filter((window) => window.zone === zone);
}
