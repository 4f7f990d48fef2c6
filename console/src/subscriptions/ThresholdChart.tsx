import { useMemo, useState } from 'react';
import { useTimelines } from '../api/capacity';
import type { Threshold } from '../api/records';
import { ClassChart } from '../capacity/ClassChart';
import { now, type Instant, type TimeWindow } from '../kernel/instant';
import { LiveWindow } from '../time/live-window';
import { windowOf } from '../time/view-window';
import { describeThreshold } from './describe';

export interface ThresholdChartProps {
  readonly className: string;
  readonly zone?: string;
  readonly threshold?: Threshold;
}

/** The class over the next month, with the threshold as a line across. */
export function ThresholdChart({ className, zone, threshold }: ThresholdChartProps) {
  const [settled, setSettled] = useState<TimeWindow>(() => windowOf({ range: 'month' }, now()));
  const [live] = useState(() => new LiveWindow(setSettled));
  const [cursor, setCursor] = useState<Instant>();
  const scope = useMemo(() => ({ zone }), [zone]);
  const [query] = useTimelines([className], scope, settled);
  const most = Math.max(0, ...(query.data ?? []).map(({ total }) => total));
  return (
    <ClassChart
      name={className}
      query={query}
      view={{ settled, live }}
      cursor={cursor}
      onCursor={setCursor}
      threshold={
        threshold && { value: heightOf(threshold, most), label: describeThreshold(threshold, className) }
      }
    />
  );
}

/**
 * Where the line is drawn. What is available counts down from the total, so a shortage of it is reached when what is taken rises to the line.
 */
function heightOf(
  { thresholdType, threshold: { capacity_info: figure, value } }: Threshold,
  total: number,
): number {
  const amount = thresholdType === 'percentageOfTotal' ? (total * Number(value)) / 100 : Number(value);
  return figure === 'available' ? Math.max(0, total - amount) : amount;
}
