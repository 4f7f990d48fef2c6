import { Box, Group, Paper, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Step } from '../api/capacity';
import type { StepPicture, Stretch } from '../charts/plot';
import { StepChart } from '../charts/StepChart';
import { classNamed, formatAmount, formatNumber } from '../kernel/amounts';
import { instantOf, isCoarse, MAX_STEPS } from '../kernel/coarse';
import { remaining, spanOf, type Instant } from '../kernel/instant';
import { stepAt, worstOf } from '../kernel/worst';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { formatDuration } from '../time/format';
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
  const figures = drawn.planned?.length ? drawn.planned : steps;
  const stretch = Math.ceil(spanOf(view.settled) / MAX_STEPS);
  const now = useNow();
  const window = useLive(view);
  const worst = useMemo(() => worstOf(figures, remaining(view.settled, now)), [figures, view.settled, now]);
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Readout
        name={name}
        label={label}
        steps={figures}
        isPlanned={figures !== steps}
        worst={worst}
        cursor={cursor}
      />
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {/* Never taken away: it may have the focus of the keyboard, or the pointer that pans. */}
      <Box pos="relative" aria-busy={query.isPending || query.isPlaceholderData}>
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
        {query.isPending && (
          <Box pos="absolute" top={30} left={0} right={0}>
            <Loading label={`Loading ${label}`} />
          </Box>
        )}
      </Box>
      {isCoarse(steps) && (
        <Text size="xs" c="dimmed">
          Too many changes for a picture: each step shows the least that is free in {formatDuration(stretch)}.
          Zoom in to see each change.
        </Text>
      )}
    </Paper>
  );
}

interface ReadoutProps {
  readonly name: string;
  readonly label: string;
  readonly steps: readonly Step[];
  /** The steps are not those of now, but as they would be. */
  readonly isPlanned: boolean;
  readonly worst?: Step;
  readonly cursor?: Instant;
}

/** Exact figures at the cursor; without one, of the worst instant. Of a step that stands for a stretch, at its worst instant. */
function Readout({ name, label, steps, isPlanned, worst, cursor }: ReadoutProps) {
  const step = cursor === undefined ? worst : stepAt(steps, cursor);
  return (
    <Group justify="space-between" gap="xs" mb={4} align="baseline">
      <Title order={2} size="h3">
        {label}
      </Title>
      {step && (
        <Group gap="md" align="baseline" aria-live={cursor === undefined ? 'off' : 'polite'}>
          <Text size="xs" c="dimmed">
            {isPlanned && 'as planned, '}
            {cursor === undefined ? '▼ least free: ' : step.worstAt !== undefined && 'least around: '}
            <InstantText at={cursor === undefined ? instantOf(step) : (step.worstAt ?? cursor)} />
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
