import type { Step } from '../api/capacity';
import type { Instant, TimeWindow } from '../kernel/instant';
import type { Palette } from './palette';
import type { TimeScale } from './time-axis';

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
  /** A dashed line at these totals, such as the threshold of a subscription. */
  readonly threshold?: { readonly steps: readonly Step[]; readonly label: string };
  /** What the total would be; a dashed line. */
  readonly planned?: readonly Step[];
}

/** Pixels above the plot. */
export const TOP = 14;

export interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly scale: TimeScale;
  readonly palette: Palette;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly y: (value: number) => number;
}

/** The total over time. @param end where the last step ends; by default at the right border */
export function strokeSteps(
  { context, scale, right, y }: Plot,
  steps: readonly Step[],
  color: string,
  lineWidth: number,
  end: Instant = Infinity,
): void {
  const last = Math.min(right, scale.x(end));
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.beginPath();
  steps.forEach(({ start, total }, index) => {
    const height = y(total);
    context.lineTo(scale.x(start), height);
    context.lineTo(index + 1 < steps.length ? scale.x(steps[index + 1].start) : last, height);
  });
  context.stroke();
  context.lineWidth = 1;
}
