import { Box } from '@mantine/core';
import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Instant, TimeWindow } from '../kernel/instant';
import classes from './StepChart.module.css';
import { Canvas } from './Canvas';
import { paintSteps } from './paint-steps';
import type { StepPicture } from './plot';
import { usePalette } from './palette';
import { timeScale } from './time-axis';
import { useTimeNavigation } from './use-time-navigation';
import { useWidth } from './use-size';

export interface StepChartProps extends StepPicture {
  /** For those who don't see it. */
  readonly label: string;
  readonly height?: number;
  /** The instant all charts of the page point at. */
  readonly cursor?: Instant;
  readonly onCursor: (instant: Instant | undefined) => void;
  readonly onMove: (window: TimeWindow) => void;
}

/** One class over time. */
export function StepChart({ label, height = 150, cursor, onCursor, onMove, ...picture }: StepChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const palette = usePalette();
  const { className, steps, window, now, worst, stretches, threshold, planned } = picture;
  const paint = useCallback(
    (context: CanvasRenderingContext2D, wide: number, high: number) =>
      paintSteps(
        context,
        wide,
        high,
        { className, steps, window, now, worst, stretches, threshold, planned },
        palette,
      ),
    [className, steps, window, now, worst, stretches, threshold, planned, palette],
  );
  const brush = useTimeNavigation(frame, { window, width, move: onMove });
  const scale = timeScale(window, width);

  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = scale.instant(x);
    onCursor(at >= window.start && at < window.end ? at : undefined);
  };
  const isCursorShown = cursor !== undefined && cursor >= window.start && cursor <= window.end;
  return (
    <Box
      ref={frame}
      className={classes.frame}
      role="group"
      tabIndex={0}
      aria-label={`${label}. Arrow keys go from change to change, Shift and arrow keys move the window, plus and minus zoom.`}
      onPointerMove={follow}
      // A tap moves nothing, and a finger that is lifted leaves: its figures stay until the next tap.
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onCursor(undefined)}
      onKeyDown={(event) => onCursorKey(event, picture, cursor, onCursor)}
    >
      <Canvas width={width} height={height} paint={paint} />
      {isCursorShown && <div className={classes.cursor} style={{ left: scale.x(cursor) }} />}
      {brush && <div className={classes.brush} style={{ left: brush.from, width: brush.to - brush.from }} />}
    </Box>
  );
}

/** From one change of the figures to the next. */
function onCursorKey(
  event: KeyboardEvent,
  { steps, window }: Pick<StepPicture, 'steps' | 'window'>,
  cursor: Instant | undefined,
  onCursor: (instant: Instant) => void,
): void {
  if (event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  event.preventDefault();
  const instants = steps.map(({ start }) => Math.max(start, window.start)).filter((at) => at < window.end);
  const from = cursor ?? window.start - 1;
  const next =
    event.key === 'ArrowRight' ? instants.find((at) => at > from) : instants.findLast((at) => at < from);
  if (next !== undefined) onCursor(next);
}
