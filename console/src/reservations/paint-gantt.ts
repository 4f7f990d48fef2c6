import { AXIS_FONT, AXIS_HEIGHT, line, paintTimeAxis } from '../charts/paint-axes';
import type { Palette } from '../charts/palette';
import { timeScale, type TimeScale } from '../charts/time-axis';
import type { Instant, TimeWindow } from '../kernel/instant';
import { visibleBars, type Bar, type Row } from './gantt-rows';
import { styleOf, type BarStyle } from './states';

export const LANE_HEIGHT = 24;
export const GANTT_LEFT = 12;
const BAR_HEIGHT = 18;
/** A narrower bar has no room for a word. */
const LABEL_PIXELS = 40;

export interface GanttPicture {
  readonly rows: readonly Row[];
  readonly window: TimeWindow;
  readonly now: Instant;
  /** Pixels scrolled. */
  readonly top: number;
  readonly selected?: string;
}

export function ganttScale(window: TimeWindow, width: number): TimeScale {
  return timeScale(window, width, GANTT_LEFT);
}

/** Only what can be seen: what a frame costs depends on the screen, not on how many reservations there are. */
export function paintGantt(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  picture: GanttPicture,
  palette: Palette,
): void {
  const { rows, window, now, top, selected } = picture;
  const bottom = height - AXIS_HEIGHT;
  const scale = ganttScale(window, width);
  paintTimeAxis(context, scale, { top: 0, bottom, left: GANTT_LEFT, right: width }, palette);
  context.save();
  context.beginPath();
  context.rect(0, 0, width, bottom);
  context.clip();
  const first = Math.floor(top / LANE_HEIGHT);
  const last = Math.min(rows.length - 1, Math.floor((top + bottom) / LANE_HEIGHT));
  for (let index = first; index <= last; index++) {
    const row = rows[index];
    const y = index * LANE_HEIGHT - top;
    if ('heading' in row) paintHeading(context, row, y, width, palette);
    else
      for (const bar of visibleBars(row.bars, window.start, window.end))
        paintBar(context, scale, bar, y, bar.id === selected, palette);
  }
  context.strokeStyle = palette.now;
  context.lineWidth = 1.5;
  line(context, scale.x(now), 0, scale.x(now), bottom);
  context.restore();
}

function paintHeading(
  context: CanvasRenderingContext2D,
  { heading, count }: { heading: string; count: number },
  y: number,
  width: number,
  palette: Palette,
): void {
  context.fillStyle = palette.grid;
  context.fillRect(0, y, width, LANE_HEIGHT - 2);
  context.fillStyle = palette.ink;
  context.font = `600 ${AXIS_FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(`${heading}  ·  ${count}`, GANTT_LEFT, y + LANE_HEIGHT / 2);
}

function paintBar(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  bar: Bar,
  y: number,
  isSelected: boolean,
  palette: Palette,
): void {
  const style = styleOf(bar.state);
  const high = BAR_HEIGHT * style.height;
  const x1 = Math.max(scale.x(bar.start), -4);
  const x2 = Math.min(scale.x(bar.end), scale.width + 4);
  const box: Box = { x: x1, y: y + (LANE_HEIGHT - high) / 2, width: Math.max(2, x2 - x1 - 1), height: high };
  paintBox(context, box, style, palette);
  if (isSelected) outline(context, box, palette);
  if (box.width > LABEL_PIXELS && style.height === 1) paintLabel(context, box, style, bar.label, palette);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function paintBox(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  style: BarStyle,
  palette: Palette,
): void {
  context.fillStyle = style.fill ? palette[style.fill] : palette.background;
  context.fillRect(x, y, width, height);
  if (style.isHatched) hatch(context, { x, y, width, height }, palette.background);
  if (style.fill && !style.isHatched) return;
  context.strokeStyle = palette[style.outline];
  context.lineWidth = 1.5;
  context.setLineDash([...(style.dash ?? [])]);
  context.strokeRect(x + 0.75, y + 0.75, Math.max(0.5, width - 1.5), height - 1.5);
  context.setLineDash([]);
}

function hatch(context: CanvasRenderingContext2D, { x, y, width, height }: Box, color: string): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = x - height; at < x + width; at += 7) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Box, palette: Palette): void {
  context.strokeStyle = palette.ink;
  context.lineWidth = 2;
  context.strokeRect(x - 2, y - 2, width + 4, height + 4);
}

function paintLabel(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  style: BarStyle,
  label: string,
  palette: Palette,
): void {
  const left = Math.max(x, 0) + 6;
  const room = x + width - left - 4;
  if (room < LABEL_PIXELS - 10) return;
  context.font = AXIS_FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const text = fitted(context, style.sign + label, room);
  if (style.isHatched) {
    context.fillStyle = palette.background;
    context.fillRect(left - 3, y + 2, widthOf(context, text) + 6, height - 4);
  }
  context.fillStyle = style.fill && !style.isHatched ? palette.background : palette.ink;
  context.fillText(text, left, y + height / 2 + 0.5);
}

/** Letters are about 6.5 pixels wide; what that leaves is measured, as capitals and digits are wider. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  let letters = Math.min(text.length, Math.floor(room / 6.5));
  const shown = (): string => (letters < text.length ? `${text.slice(0, Math.max(1, letters - 1))}…` : text);
  for (let wide = widthOf(context, shown()); wide > room && letters > 1; wide = widthOf(context, shown()))
    letters = Math.min(letters - 1, Math.floor((letters * room) / wide));
  return shown();
}

const MAX_WIDTHS = 5000;
const widths = new Map<string, number>();

/** Kept, as the same bars are drawn in each frame; measuring would cost more than drawing. */
function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MAX_WIDTHS) widths.clear();
  const { width } = context.measureText(text);
  widths.set(text, width);
  return width;
}
