import { Group, Paper, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Step } from '../api/capacity';
import type { StepPicture, Stretch } from '../charts/paint-steps';
import { StepChart } from '../charts/StepChart';
import { classNamed, formatAmount, formatNumber } from '../kernel/amounts';
import { remaining, type Instant } from '../kernel/instant';
import { stepAt, worstOf } from '../kernel/worst';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { InstantText } from '../time/InstantText';
import { useNow } from '../time/use-now';
import { useLive, type ViewWindow } from '../time/live-window';
import { FIGURES } from './figures';

export interface ClassChartProps {
  readonly name: string;
  readonly query: UseQueryResult<readonly Step[]>;
  readonly view: ViewWindow;
  readonly cursor?: Instant;
  /** Drawn into the picture. */
  readonly stretches?: readonly Stretch[];
  readonly threshold?: StepPicture['threshold'];
  readonly planned?: readonly Step[];
  readonly onCursor: (instant: Instant | undefined) => void;
}

const NONE: readonly Step[] = [];

/** One class: the figures under the cursor, and the picture. */
export function ClassChart({ name, query, view, cursor, onCursor, ...drawn }: ClassChartProps) {
  const { label } = classNamed(name);
  const steps = query.data ?? NONE;
  const now = useNow();
  const window = useLive(view);
  const worst = useMemo(() => worstOf(steps, remaining(view.settled, now)), [steps, view.settled, now]);
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Readout name={name} label={label} steps={steps} worst={worst} cursor={cursor} />
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending ? (
        <Loading label={`Loading ${label}`} />
      ) : (
        <StepChart
          label={`${label} over time`}
          className={name}
          steps={steps}
          window={window}
          now={now}
          worst={worst}
          cursor={cursor}
          onCursor={onCursor}
          onMove={view.live.move}
          {...drawn}
        />
      )}
    </Paper>
  );
}

interface ReadoutProps {
  readonly name: string;
  readonly label: string;
  readonly steps: readonly Step[];
  readonly worst?: Step;
  readonly cursor?: Instant;
}

/** Exact figures at the cursor; without one, of the worst instant. */
function Readout({ name, label, steps, worst, cursor }: ReadoutProps) {
  const step = cursor === undefined ? worst : stepAt(steps, cursor);
  return (
    <Group justify="space-between" gap="xs" mb={4} align="baseline">
      <Title order={2} size="h3">
        {label}
      </Title>
      {step && (
        <Group gap="md" align="baseline" aria-live={cursor === undefined ? 'off' : 'polite'}>
          <Text size="xs" c="dimmed">
            {cursor === undefined ? '▼ least free: ' : ''}
            <InstantText at={cursor ?? step.start} />
          </Text>
          {FIGURES.map(({ figure, said }) => (
            <Tooltip key={figure} label={`${formatNumber(step[figure])} ${classNamed(name).unit}`}>
              <Text size="sm" className="instant" fw={figure === 'available' ? 650 : 400}>
                <Text span c="dimmed" size="xs">
                  {said}{' '}
                </Text>
                {formatAmount(name, step[figure])}
              </Text>
            </Tooltip>
          ))}
        </Group>
      )}
      {steps.length === 0 && <VisuallyHidden>No figures</VisuallyHidden>}
    </Group>
  );
}
