import type { Step } from '../api/capacity';
import { formatAmount } from '../kernel/amounts';
import { AXIS_FONT, AXIS_HEIGHT, line, paintTimeAxis, sharp } from './paint-axes';
import { paintMarks, paintStretch } from './paint-marks';
import type { Palette } from './palette';
import { strokeSteps, TOP, type Plot, type StepPicture } from './plot';
import { PLOT_LEFT, PLOT_RIGHT, timeScale } from './time-axis';
import { valueAxis } from './value-axis';

const BINARY_CLASSES: ReadonlySet<string> = new Set(['ram']);

/** Edges are drawn where they are, however small: a chart library drops steps of less than a pixel and slants the next one. */
export function paintSteps(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  picture: StepPicture,
  palette: Palette,
): void {
  const [left, right, bottom] = [PLOT_LEFT, width - PLOT_RIGHT, height - AXIS_HEIGHT];
  const axis = valueAxis(highest(picture), BINARY_CLASSES.has(picture.className));
  const y = (value: number): number => bottom - (Math.max(0, value) / axis.max) * (bottom - TOP);
  const plot: Plot = { context, scale: timeScale(picture.window, width), palette, left, right, bottom, y };

  paintTimeAxis(context, plot.scale, { top: TOP, bottom, left, right }, palette);
  paintValueAxis(plot, axis.ticks, picture.className);
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, bottom);
  context.clip();
  paintFigures(plot, picture);
  for (const stretch of picture.stretches ?? []) paintStretch(plot, stretch);
  paintMarks(plot, picture);
  context.restore();
}

function highest({ steps, threshold, planned = [], window }: StepPicture): number {
  const isShown = ({ start }: Step, index: number, all: readonly Step[]): boolean =>
    start < window.end && (all[index + 1]?.start ?? Infinity) > window.start;
  const shown = [steps, threshold?.steps ?? []].flatMap((all) => all.filter(isShown));
  const tops = [...shown, ...planned].map(({ total, allocated, reserved }) =>
    Math.max(total, allocated + reserved),
  );
  return Math.max(1, ...tops);
}

function paintValueAxis(
  { context, palette, left, right, y }: Plot,
  values: readonly number[],
  className: string,
): void {
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.font = AXIS_FONT;
  for (const value of values) {
    const at = sharp(y(value));
    context.strokeStyle = value === 0 ? palette.muted : palette.grid;
    line(context, left, at, right, at);
    context.fillStyle = palette.faint;
    context.fillText(formatAmount(className, value), left - 6, at);
  }
}

/** From the bottom: allocated, reserved, available; the line is the total. */
function paintFigures(plot: Plot, { steps }: StepPicture): void {
  const { palette } = plot;
  const taken = ({ allocated, reserved }: Step): number => allocated + reserved;
  fillBetween(plot, steps, taken, ({ total }) => total, palette.available);
  fillBetween(plot, steps, ({ allocated }) => allocated, taken, palette.reserved);
  fillBetween(
    plot,
    steps,
    () => 0,
    ({ allocated }) => allocated,
    palette.allocated,
  );
  strokeSteps(plot, steps, palette.total, 1.5);
}

type Figure = (step: Step) => number;

function fillBetween(plot: Plot, steps: readonly Step[], from: Figure, to: Figure, color: string): void {
  const { context, scale, right, y } = plot;
  const edges = steps.map((step, index) => ({
    x1: scale.x(step.start),
    x2: index + 1 < steps.length ? scale.x(steps[index + 1].start) : right,
    low: y(from(step)),
    high: Math.min(y(to(step)), y(from(step))),
  }));
  context.fillStyle = color;
  // One path for all: smoothing would leave a seam between two that touch.
  context.beginPath();
  for (const { x1, x2, high } of edges) {
    context.lineTo(x1, high);
    context.lineTo(x2, high);
  }
  for (const { x1, x2, low } of edges.reverse()) {
    context.lineTo(x2, low);
    context.lineTo(x1, low);
  }
  context.fill();
}
