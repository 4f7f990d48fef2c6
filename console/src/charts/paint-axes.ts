import type { Palette } from './palette';
import { ticks, type TimeScale } from './time-axis';

export const AXIS_FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** For the labels of the time axis. */
export const AXIS_HEIGHT = 22;

/** Half a pixel makes a line of one pixel sharp. */
export const sharp = (value: number): number => Math.round(value) + 0.5;

export function paintTimeAxis(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
  palette: Palette,
): void {
  context.font = AXIS_FONT;
  context.textBaseline = 'top';
  context.textAlign = 'center';
  for (const { at, label, isMajor } of ticks(scale.window, right - left)) {
    const x = sharp(scale.x(at));
    context.strokeStyle = palette.grid;
    line(context, x, top, x, bottom);
    context.strokeStyle = palette.muted;
    line(context, x, bottom, x, bottom + 4);
    context.fillStyle = isMajor ? palette.ink : palette.faint;
    if (x > left + 12 && x < right - 12) context.fillText(label, x, bottom + 6);
  }
}

export function line(
  context: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
