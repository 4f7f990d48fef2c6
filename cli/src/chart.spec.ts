import { chartLines, worstOf } from './chart.js';
import type { Step } from './steps.js';
import { timeText } from './times.js';

const PERIOD = { from: new Date('2030-06-01T00:00:00Z'), to: new Date('2030-06-03T00:00:00Z') };

function step(start: string, available: number, total = 16): Step {
  return { start, total, reserved: total - available, allocated: 0, available };
}

const STEPS = [
  step('2030-06-01T00:00:00Z', 16),
  step('2030-06-01T12:00:00Z', 4),
  step('2030-06-01T12:00:01Z', 6),
  step('2030-06-02T00:00:00Z', 0),
  step('2030-06-02T12:00:00Z', 1),
];

describe('a chart', () => {
  it('shows the least that is available in each column, and what is taken above it', () => {
    const lines = chartLines(STEPS, PERIOD, { width: 21, height: 4 });
    expect(lines.slice(0, -1)).toEqual([
      '16 ┤████░░░░░░░░░░░░',
      '   │████░░░░░░░░░░░░',
      '   │████░▄▄▄░░░░░░░░',
      '   │████████░░░░▂▂▂▂',
      ' 0 └────────────────',
    ]);
    const [from, to] = [PERIOD.from, PERIOD.to].map((time) => timeText(time.toISOString()));
    expect(lines.at(-1)).toBe(`    ${from} ${to}`);
  });

  it('leaves out what was never declared', () => {
    const growing = [step('2030-06-01T00:00:00Z', 0, 0), step('2030-06-02T00:00:00Z', 8, 8)];
    expect(chartLines(growing, PERIOD, { width: 20, height: 1 })[0]).toBe('8 ┤        ████████');
  });

  it('takes a shortage that lasts a second for the worst instant', () => {
    const [from, to] = ['2030-06-02T00:00:00Z', '2030-06-02T12:00:00Z'].map((time) => new Date(time));
    expect(worstOf(STEPS, PERIOD)).toMatchObject({ available: 0, total: 16, from, to });
    expect(worstOf([], PERIOD)).toBeUndefined();
  });

  it('is drawn of a deficit as of nothing', () => {
    expect(chartLines([step('2030-06-01T00:00:00Z', -3)], PERIOD, { width: 21, height: 1 })[0]).toBe(
      `16 ┤${'░'.repeat(16)}`,
    );
  });

  it('is drawn of more steps than a call can have arguments', () => {
    const many = Array.from({ length: 200_000 }, () => step('2030-06-01T00:00:00Z', 4));
    expect(chartLines(many, PERIOD, { width: 21, height: 1 })[0]).toBe(`16 ┤${'▂'.repeat(16)}`);
  });
});
