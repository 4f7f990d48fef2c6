import { Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useClasses, useTimelines, type CapacityScope } from '../api/capacity';
import { useProviders, type Providers } from '../api/providers';
import type { Instant } from '../kernel/instant';
import { scopeOf, TOO_MANY_PROVIDERS } from '../providers/provider-scope';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { PageTitle } from '../shell/PageTitle';
import { ZoneSelect } from '../shell/ZoneSelect';
import { useTimeWindow } from '../time/use-time-window';
import { WindowControls } from '../time/WindowControls';
import { useViewSearch } from '../view-search';
import { CapacityTables } from './CapacityTables';
import { ClassChart } from './ClassChart';
import { ClassChoice } from './ClassChoice';
import { CsvButton } from './CsvButton';
import { Legend } from './Legend';
import { ProviderSelect } from './ProviderSelect';

/** Shown until others are chosen: what nearly every request asks for. */
const FIRST_CLASSES = 3;

/** How much there is, is held and is free, over time. */
export function CapacityPage() {
  const view = useTimeWindow();
  const { search } = useViewSearch();
  const { zone, provider } = search;
  const [cursor, setCursor] = useState<Instant>();
  const providers = useProviders(zone);
  const found = useScope(providers.data, zone, provider);
  const scope = found ?? { zone };
  const known = useClasses(scope, view.settled, found !== undefined);
  const asked = found ? known : providers;
  const all = (found && known.data) ?? [];
  const chosen = search.classes?.split(',').filter((name) => all.includes(name)) ?? [];
  const classes = chosen.length > 0 ? chosen : all.slice(0, FIRST_CLASSES);
  const timelines = useTimelines(classes, scope, view.settled);
  const pictures = classes.map((name, index) => ({ name, query: timelines[index] }));

  return (
    <>
      <PageTitle title="Capacity">
        <CsvButton classes={classes} scope={scope} window={view.settled} />
      </PageTitle>
      <Stack gap="sm">
        <Group gap="xs">
          <ZoneSelect />
          <ProviderSelect />
          <WindowControls view={view} />
        </Group>
        <Group justify="space-between" gap="xs">
          <ClassChoice all={all} chosen={classes} />
          <Legend />
        </Group>
        {asked.error && <Failure error={asked.error} onRetry={() => void asked.refetch()} />}
        {asked.isPending && <Loading label="Loading capacity" />}
        {!found && providers.data && <Nothing text={whyUnknown(providers.data)} />}
        {found && known.data?.length === 0 && (
          <Nothing text="No capacity is declared in this window. Choose another window, or declare some under Providers." />
        )}
        {pictures.map(({ name, query }) => (
          <ClassChart key={name} name={name} query={query} view={view} cursor={cursor} onCursor={setCursor} />
        ))}
        <CapacityTables
          pictures={pictures.map(({ name, query }) => ({ name, steps: query.data ?? [] }))}
          window={view.settled}
        />
      </Stack>
    </>
  );
}

/** For a provider, all others of its zone are left out of the figures. Undefined while they are not known. */
function useScope(
  providers: Providers | undefined,
  zone?: string,
  provider?: string,
): CapacityScope | undefined {
  return useMemo(() => {
    if (provider === undefined) return { zone };
    const chosen = providers?.items.find(({ providerId }) => providerId === provider);
    return providers && chosen && scopeOf(chosen, providers);
  }, [providers, zone, provider]);
}

function whyUnknown({ isCut }: Providers): string {
  return isCut ? `${TOO_MANY_PROVIDERS} Choose its zone.` : 'There is no such provider. Choose another one.';
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Text c="dimmed" py="lg">
      {text}
    </Text>
  );
}
