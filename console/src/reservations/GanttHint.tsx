import { Paper, Text } from '@mantine/core';
import { formatDuration, formatLocal, formatUtc } from '../time/format';
import type { Bar } from './gantt-rows';
import classes from './Gantt.module.css';
import { styleOf } from './states';

/** Exact times of the bar under the pointer. */
export function GanttHint({
  bar,
  x,
  y,
  width,
}: {
  readonly bar: Bar;
  /** Of the pointer, in pixels from the corner of the picture. */
  readonly x: number;
  readonly y: number;
  /** Of the picture. */
  readonly width: number;
}) {
  const left = Math.max(0, Math.min(x, width - 240));
  return (
    <Paper withBorder shadow="md" className={classes.hint} style={{ left, top: y + 18 }}>
      <Text size="sm" fw={600}>
        {bar.label}
      </Text>
      <Text size="xs">
        {bar.state}: {styleOf(bar.state).meaning}
      </Text>
      <Text size="xs">
        {formatLocal(bar.start)} – {formatLocal(bar.end)}
      </Text>
      <Text size="xs" c="dimmed">
        {formatUtc(bar.start)} – {formatUtc(bar.end)}
      </Text>
      <Text size="xs" c="dimmed">
        {formatDuration(bar.end - bar.start)}
      </Text>
    </Paper>
  );
}
