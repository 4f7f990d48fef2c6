import { Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTimelines } from '../api/capacity';
import { useProviders } from '../api/providers';
import type { Provider } from '../api/records';
import { ClassChart } from '../capacity/ClassChart';
import { inOrder, type Amounts } from '../kernel/amounts';
import type { Instant, TimeWindow } from '../kernel/instant';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { LiveWindow } from '../time/live-window';
import { around } from './around';
import { plannedTotal } from './planned-total';
import { scopeOf, TOO_MANY_PROVIDERS } from './provider-scope';

export interface PlannedChartsProps {
  readonly provider: Provider;
  readonly window: TimeWindow;
  readonly amounts: Amounts;
  readonly sign: 1 | -1;
}

/** The total as it would be: a dashed line. */
export function PlannedCharts({ provider, window, amounts, sign }: PlannedChartsProps) {
  const names = inOrder(Object.keys(amounts)).filter((name) => amounts[name] > 0);
  const shown = useMemo(() => around(window), [window]);
  const [moved, setMoved] = useState<TimeWindow>();
  const [live] = useState(() => new LiveWindow(setMoved));
  const [before, setBefore] = useState(shown);
  // Another window is planned: it is shown, wherever the chart was moved to.
  if (before !== shown) {
    setBefore(shown);
    setMoved(undefined);
  }
  const [cursor, setCursor] = useState<Instant>();
  const settled = moved ?? shown;
  useEffect(() => live.arrive(), [live, settled]);
  const { data, error, refetch } = useProviders(provider.zone);
  const scope = useMemo(() => data && scopeOf(provider, data), [data, provider]);
  const queries = useTimelines(scope ? names : [], scope ?? {}, settled);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!scope)
    return data ? <Text c="dimmed">{TOO_MANY_PROVIDERS}</Text> : <Loading label="Loading capacity" />;
  return names.map((name, index) => (
    <ClassChart
      key={name}
      name={name}
      query={queries[index]}
      view={{ settled, live }}
      cursor={cursor}
      onCursor={setCursor}
      stretches={[{ ...window, tone: sign < 0 ? 'alarm' : 'offer' }]}
      planned={plannedTotal(queries[index].data ?? [], window, sign * amounts[name])}
    />
  ));
}
