import { Box, Text } from '@mantine/core';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Canvas } from '../charts/Canvas';
import { AXIS_HEIGHT } from '../charts/paint-axes';
import { usePalette } from '../charts/palette';
import { useTimeNavigation } from '../charts/use-time-navigation';
import { useWidth } from '../charts/use-size';
import { useLive, type ViewWindow } from '../time/live-window';
import { useNow } from '../time/use-now';
import classes from './Gantt.module.css';
import { barAt, neighbourOf } from './gantt-hits';
import { rowsOf, type Bar, type BarGroup, type Row } from './gantt-rows';
import { GanttHint } from './GanttHint';
import { GANTT_LEFT, ganttScale, LANE_HEIGHT, paintGantt } from './paint-gantt';

const MIN_HEIGHT = 120;
const MAX_HEIGHT = 560;

export interface GanttProps {
  readonly groups: readonly BarGroup[];
  readonly view: ViewWindow;
  readonly selected?: string;
  readonly onOpen: (id: string) => void;
}

/** Reservations as bars over time. Rows scroll; time pans and zooms as in the charts of capacity. */
export function Gantt({ groups, view, selected, onOpen }: GanttProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const window = useLive(view);
  const now = useNow();
  const palette = usePalette();
  const [top, setTop] = useState(0);
  const [pointed, setPointed] = useState<{ readonly bar: Bar; readonly x: number; readonly y: number }>();
  const [marked, setMarked] = useState<string>();
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const full = rows.length * LANE_HEIGHT + AXIS_HEIGHT;
  const height = Math.min(Math.max(full, MIN_HEIGHT), MAX_HEIGHT);

  const find = (x: number, y: number): Bar | undefined => barAt(rows, ganttScale(window, width), x, y + top);
  const click = (x: number, y: number): void => {
    const bar = find(x, y);
    if (bar) onOpen(bar.id);
  };
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, top: y } = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - y };
    const bar = event.buttons === 0 ? find(at.x, at.y) : undefined;
    setPointed(bar && { bar, ...at });
  };
  useTimeNavigation(frame, { window, width, left: GANTT_LEFT, move: view.live.move, click });
  const current = marked ?? selected;
  const paint = useCallback(
    (context: CanvasRenderingContext2D, wide: number, high: number) =>
      paintGantt(context, wide, high, { rows, window, now, top, selected: current }, palette),
    [rows, window, now, top, current, palette],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && marked) onOpen(marked);
    const next = event.shiftKey ? undefined : neighbourOf(rows, window, current, event.key);
    if (!next) return;
    event.preventDefault();
    setMarked(next.bar.id);
    frame.current?.scrollTo({ top: Math.max(0, (next.row - 3) * LANE_HEIGHT) });
  };
  const markedBar = marked === undefined ? undefined : barNamed(rows, marked);
  return (
    <Box pos="relative">
      <div
        ref={frame}
        className={classes.frame}
        style={{ height, cursor: pointed ? 'pointer' : undefined }}
        role="group"
        tabIndex={0}
        data-testid="gantt"
        aria-label="Reservations over time. Arrow keys go from bar to bar, Enter opens one, Shift and arrow keys move the window, plus and minus zoom."
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(undefined)}
        onPointerMove={point}
      >
        <div className={classes.sticky}>
          <Canvas width={width} height={height} paint={paint} />
        </div>
        <div style={{ height: Math.max(0, full - height) }} />
      </div>
      {/* Outside of the frame, which would cut it off. */}
      {pointed && <GanttHint {...pointed} width={width} />}
      <Text size="xs" c="dimmed" role="status" aria-live="polite" h={18}>
        {markedBar ? `${markedBar.label} (${markedBar.state}); Enter opens it` : ''}
      </Text>
    </Box>
  );
}

function barNamed(rows: readonly Row[], id: string): Bar | undefined {
  return rows.flatMap((row) => ('bars' in row ? row.bars : [])).find((bar) => bar.id === id);
}
