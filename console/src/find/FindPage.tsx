import { Anchor, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { type RoomAsked, useRoom, type FreeWindow } from '../api/find-windows';
import { now as readNow, spanOf } from '../kernel/instant';
import { ReservationDrawer } from '../reservations/ReservationDrawer';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { useTimeWindow } from '../time/use-time-window';
import { WindowControls } from '../time/WindowControls';
import { useViewSearch } from '../view-search';
import { Found } from './Found';
import { questionOf, totalOf, type Need } from './need';
import { NeedCharts } from './NeedCharts';
import { NeedForm } from './NeedForm';
import { TakeWindow } from './TakeWindow';

const FIRST_NEED: Need = {
  isContainers: false,
  amounts: { cores: 8, ram: 16_384, instances: 4 },
  containers: { count: 4, cores: 2, ram: 4096 },
  duration: 3 * 86_400,
  cpuArchitecture: '',
};
/** After the last letter that was typed. */
const SETTLE_MS = 300;

/** "I need so much for so long": when does it fit? The service answers, of all zones. */
export function FindPage() {
  const { search, update } = useViewSearch();
  const [need, setNeed] = useState(FIRST_NEED);
  const [chosen, setChosen] = useState<FreeWindow>();
  const [settled] = useDebouncedValue(need, SETTLE_MS);
  const question = useMemo(() => questionOf(settled, search.zone, readNow()), [settled, search.zone]);
  const asked = 'asked' in question ? question.asked : undefined;
  const open = (id: string): void => update({ open: id });
  const change = (part: Partial<Need>): void => {
    setNeed({ ...need, ...part });
    setChosen(undefined);
  };
  return (
    <>
      <PageTitle title="Find room">
        <ZoneSelect onChange={() => setChosen(undefined)} />
      </PageTitle>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
          <Paper withBorder p="md" component="section" aria-label="What is needed">
            <NeedForm need={need} onChange={change} />
          </Paper>
          <Paper withBorder p="md" component="section" aria-label="Free windows">
            <Text fw={600} mb="xs">
              Free windows
            </Text>
            {asked ? (
              <Found asked={asked} chosen={chosen} onTake={setChosen} onOpen={open} />
            ) : (
              <Text size="sm" role="alert">
                {'problem' in question && question.problem}
              </Text>
            )}
          </Paper>
        </SimpleGrid>
        {chosen && asked && <TakeWindow window={chosen} amounts={totalOf(settled)} onOpen={open} />}
        {asked && <Drawn asked={asked} need={settled} chosen={chosen} />}
      </Stack>
      <ReservationDrawer id={search.open} onClose={() => update({ open: undefined })} />
    </>
  );
}

interface DrawnProps {
  readonly asked: RoomAsked;
  readonly need: Need;
  readonly chosen?: FreeWindow;
}

/** The free windows in the charts of the zone of the chosen one, or of the earliest. */
function Drawn({ asked, need, chosen }: DrawnProps) {
  const view = useTimeWindow();
  const { data } = useRoom(asked);
  const shown = chosen ?? data?.windows.at(0);
  if (!data || !shown) return null;
  const { settled, live } = view;
  const isSeen = shown.start < settled.end && shown.end > settled.start;
  const show = (): void => {
    const before = Math.round(asked.duration / 4);
    live.move({
      start: shown.start - before,
      end: shown.start + Math.max(asked.duration * 2, spanOf(settled)),
    });
  };
  return (
    <>
      <WindowControls view={view} />
      {!isSeen && (
        <Text size="sm">
          It lies outside of the window below.{' '}
          <Anchor component="button" size="sm" onClick={show}>
            Show it
          </Anchor>
        </Text>
      )}
      <NeedCharts
        amounts={totalOf(need)}
        zone={shown.zone}
        stretches={data.windows
          .filter(({ zone }) => zone === shown.zone)
          .map(({ start, latestStart }) => ({ start, end: latestStart + asked.duration }))}
        view={view}
      />
    </>
  );
}
