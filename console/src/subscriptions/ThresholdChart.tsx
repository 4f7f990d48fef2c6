import { useMemo, useState } from 'react';
import { useTimelines } from '../api/capacity';
import type { Threshold } from '../api/records';
import { ClassChart } from '../capacity/ClassChart';
import { now, type Instant, type TimeWindow } from '../kernel/instant';
import { LiveWindow } from '../time/live-window';
import { windowOf } from '../time/view-window';
import { describeThreshold } from './describe';
import { thresholdSteps } from './threshold-steps';

export interface ThresholdChartProps {
  readonly className: string;
  readonly zone?: string;
  readonly threshold?: Threshold;
}

/** The class over the next month, with the threshold as a line. */
export function ThresholdChart({ className, zone, threshold }: ThresholdChartProps) {
  const [settled, setSettled] = useState<TimeWindow>(() => windowOf({ range: 'month' }, now()));
  const [live] = useState(() => new LiveWindow(setSettled));
  const [cursor, setCursor] = useState<Instant>();
  const scope = useMemo(() => ({ zone }), [zone]);
  const [query] = useTimelines([className], scope, settled);
  const line = useMemo(
    () =>
      threshold && {
        steps: thresholdSteps(threshold, query.data ?? []),
        label: describeThreshold(threshold, className),
      },
    [threshold, query.data, className],
  );
  return (
    <ClassChart
      name={className}
      query={query}
      view={{ settled, live }}
      cursor={cursor}
      onCursor={setCursor}
      threshold={line}
    />
  );
}
