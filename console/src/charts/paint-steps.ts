import type { Step } from '../api/capacity';
import { formatAmount } from '../kernel/amounts';
import type { Instant, TimeWindow } from '../kernel/instant';
import { AXIS_FONT, AXIS_HEIGHT, line, paintTimeAxis, sharp } from './paint-axes';
import type { Palette } from './palette';
import { PLOT_LEFT, PLOT_RIGHT, timeScale, type TimeScale } from './time-axis';
import { valueAxis } from './value-axis';

/** A stretch of time drawn behind the figures. */
export interface Stretch extends TimeWindow {
  readonly label?: string;
  readonly tone: 'offer' | 'alarm';
}

export interface StepPicture {
  readonly className: string;
  readonly steps: readonly Step[];
  readonly window: TimeWindow;
  readonly now: Instant;
  readonly worst?: Step;
  readonly stretches?: readonly Stretch[];
  /** A line across, such as the threshold of a subscription. */
  readonly threshold?: { readonly value: number; readonly label: string };
  /** What the total would be; a dashed line. */
  readonly planned?: readonly Step[];
}

const TOP = 14;
const BINARY_CLASSES: ReadonlySet<string> = new Set(['ram']);

interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly scale: TimeScale;
  readonly palette: Palette;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly y: (value: number) => number;
}

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
  const shown = steps.filter(
    ({ start }, index) => start < window.end && (steps[index + 1]?.start ?? Infinity) > window.start,
  );
  const tops = [...shown, ...planned].map(({ total, allocated, reserved }) =>
    Math.max(total, allocated + reserved),
  );
  return Math.max(1, threshold?.value ?? 0, ...tops);
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
  context.fillStyle = color;
  steps.forEach((step, index) => {
    const x1 = scale.x(step.start);
    const next = steps[index + 1];
    const x2 = next ? scale.x(next.start) : right;
    const [low, high] = [y(from(step)), y(to(step))];
    // A sliver more to the right closes the seam that smoothing would leave between two steps.
    if (high < low) context.fillRect(x1, high, x2 - x1 + (next ? 0.4 : 0), low - high);
  });
}

function strokeSteps(
  { context, scale, right, y }: Plot,
  steps: readonly Step[],
  color: string,
  lineWidth: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.beginPath();
  steps.forEach(({ start, total }, index) => {
    const height = y(total);
    context.lineTo(scale.x(start), height);
    context.lineTo(index + 1 < steps.length ? scale.x(steps[index + 1].start) : right, height);
  });
  context.stroke();
  context.lineWidth = 1;
}

function paintStretch({ context, scale, palette, bottom }: Plot, { start, end, label, tone }: Stretch): void {
  const [x1, x2] = [scale.x(start), Math.min(scale.x(end), 1e5)];
  context.fillStyle = palette[tone];
  context.globalAlpha = 0.12;
  context.fillRect(x1, TOP, x2 - x1, bottom - TOP);
  context.globalAlpha = 1;
  context.fillRect(x1, TOP - 4, x2 - x1, 4);
  context.strokeStyle = palette[tone];
  line(context, sharp(x1), TOP, sharp(x1), bottom);
  line(context, sharp(x2), TOP, sharp(x2), bottom);
  if (label === undefined) return;
  context.fillStyle = palette.ink;
  context.font = `600 ${AXIS_FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(label, Math.max(x1, PLOT_LEFT) + 5, TOP + 4);
}

function paintMarks(plot: Plot, { now, worst, threshold, planned, window }: StepPicture): void {
  const { context, scale, palette, left, right, bottom, y } = plot;
  if (planned) {
    context.setLineDash([6, 4]);
    strokeSteps(plot, planned, palette.alarm, 2);
    context.setLineDash([]);
  }
  if (threshold) {
    context.strokeStyle = palette.alarm;
    context.setLineDash([5, 3]);
    line(context, left, sharp(y(threshold.value)), right, sharp(y(threshold.value)));
    context.setLineDash([]);
    context.fillStyle = palette.alarm;
    context.font = `600 ${AXIS_FONT}`;
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    context.fillText(threshold.label, right - 6, y(threshold.value) - 3);
  }
  context.strokeStyle = palette.now;
  context.lineWidth = 1.5;
  line(context, scale.x(now), 0, scale.x(now), bottom);
  context.lineWidth = 1;
  if (worst) paintWorst(plot, Math.max(worst.start, window.start), worst);
}

/** A triangle that points at the top of what is taken, where least is free. */
function paintWorst({ context, scale, palette, y }: Plot, at: Instant, { total, available }: Step): void {
  const x = scale.x(at);
  const tip = y(total - Math.max(0, available)) - 1;
  context.fillStyle = palette.alarm;
  context.strokeStyle = palette.background;
  context.beginPath();
  context.moveTo(x - 6, tip - 9);
  context.lineTo(x + 6, tip - 9);
  context.lineTo(x, tip);
  context.closePath();
  context.fill();
  context.stroke();
}
