import { useMemo, useState } from 'react';
import { useTimelines } from '../api/capacity';
import { ClassChart } from '../capacity/ClassChart';
import { inOrder, type Amounts } from '../kernel/amounts';
import type { Instant, TimeWindow } from '../kernel/instant';
import type { ViewWindow } from '../time/live-window';

export interface NeedChartsProps {
  readonly amounts: Amounts;
  readonly zone: string;
  readonly stretches: readonly TimeWindow[];
  readonly view: ViewWindow;
}

/** What is needed of each class, with the free windows drawn in. */
export function NeedCharts({ amounts, zone, stretches, view }: NeedChartsProps) {
  const names = inOrder(Object.keys(amounts)).filter((name) => amounts[name] > 0);
  const scope = useMemo(() => ({ zone }), [zone]);
  const queries = useTimelines(names, scope, view.settled);
  const [cursor, setCursor] = useState<Instant>();
  const drawn = stretches.map((stretch, index) => ({
    ...stretch,
    tone: 'offer' as const,
    label: index === 0 ? 'fits' : undefined,
  }));
  return names.map((name, index) => (
    <ClassChart
      key={name}
      name={name}
      query={queries[index]}
      view={view}
      cursor={cursor}
      onCursor={setCursor}
      stretches={drawn}
    />
  ));
}
