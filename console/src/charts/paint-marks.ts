import { instantOf } from '../kernel/coarse';
import { stepAt } from '../kernel/worst';
import type { Instant } from '../kernel/instant';
import type { Step } from '../api/capacity';
import { changedRuns } from './changed-runs';
import { AXIS_FONT, line, sharp } from './paint-axes';
import { strokeSteps, TOP, type Plot, type StepPicture, type Stretch } from './plot';
import { PLOT_LEFT } from './time-axis';

export function paintStretch(
  { context, scale, palette, bottom }: Plot,
  { start, end, label, tone }: Stretch,
): void {
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

export function paintMarks(plot: Plot, { steps, now, worst, threshold, planned, window }: StepPicture): void {
  const { context, scale, palette, bottom } = plot;
  if (planned) {
    context.setLineDash([6, 4]);
    for (const run of changedRuns(steps, planned)) strokeSteps(plot, run.steps, palette.alarm, 2, run.end);
    context.setLineDash([]);
  }
  if (threshold) {
    context.setLineDash([5, 3]);
    strokeSteps(plot, threshold.steps, palette.alarm, 1.5);
    context.setLineDash([]);
    const last = stepAt(threshold.steps, window.end - 1);
    if (last) paintThresholdLabel(plot, threshold.label, last.total);
  }
  context.strokeStyle = palette.now;
  context.lineWidth = 1.5;
  line(context, scale.x(now), 0, scale.x(now), bottom);
  context.lineWidth = 1;
  if (worst) paintWorst(plot, Math.max(instantOf(worst), window.start), worst);
}

/** On a ground of its own: it may lie over any colour of the figures. Below the line where there is no room above it. */
function paintThresholdLabel({ context, palette, right, y }: Plot, label: string, value: number): void {
  context.font = `600 ${AXIS_FONT}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const at = y(value) < TOP + 16 ? y(value) + 11 : y(value) - 11;
  const wide = context.measureText(label).width;
  context.fillStyle = palette.background;
  context.fillRect(right - wide - 10, at - 8, wide + 8, 16);
  context.fillStyle = palette.alarm;
  context.fillText(label, right - 6, at);
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
