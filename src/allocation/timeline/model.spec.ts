import fc from 'fast-check';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import { ChangeList } from './change-list.js';
import { Timeline, type Step } from './timeline.js';
import { runs } from '../../../test/support/runs.js';

/** Reference model of a timeline: the change at each instant, and queries that scan all of them. */
class Model {
  private readonly changes = new Map<Instant, number>();
  private base = 0;
  private lastForgotten: Instant | undefined;
  private allSteps: Step[] | undefined;

  get size(): number {
    return this.changes.size;
  }

  change(at: Instant, amount: number): void {
    if (at === FOREVER) return;
    const sum = (this.changes.get(at) ?? 0) + amount;
    if (sum === 0) this.changes.delete(at);
    else this.changes.set(at, sum);
    this.allSteps = undefined;
  }

  add(window: TimeWindow, amount: number): void {
    if (window.start >= window.end) return;
    this.change(window.start, amount);
    this.change(window.end, -amount);
  }

  forgetBefore(instant: Instant): void {
    this.lastForgotten = this.lastChangeBy(instant);
    this.base = this.valueAt(instant);
    for (const at of this.changes.keys()) if (at <= instant) this.changes.delete(at);
    this.allSteps = undefined;
  }

  valueAt(instant: Instant): number {
    return this.all().findLast((step) => step.at <= instant)?.value ?? this.base;
  }

  lastChangeBy(instant: Instant): Instant | undefined {
    const known = this.lastForgotten === undefined ? [] : [this.lastForgotten];
    return [...known, ...this.all().map(({ at }) => at)].findLast((at) => at <= instant);
  }

  get lastChange(): Instant | undefined {
    return this.all().at(-1)?.at;
  }

  steps(window: TimeWindow): Step[] {
    const inside = this.all().filter(({ at }) => at > window.start && at < window.end);
    return [{ at: window.start, value: this.valueAt(window.start) }, ...inside];
  }

  earliestFit(threshold: number, length: number, from: Instant): Instant | undefined {
    const steps = this.steps({ start: from, end: FOREVER });
    const fits = (first: number): boolean => {
      const end = steps[first].at + length;
      for (let i = first; i < steps.length && steps[i].at < end; i++)
        if (steps[i].value < threshold) return false;
      return true;
    };
    return steps.find((_, i) => fits(i))?.at;
  }

  private all(): Step[] {
    if (this.allSteps) return this.allSteps;
    let value = this.base;
    const inOrder = [...this.changes].sort(([a], [b]) => a - b);
    this.allSteps = inOrder.map(([at, amount]) => ({ at, value: (value += amount) }));
    return this.allSteps;
  }
}

interface Question {
  readonly window: TimeWindow;
  /** Relative to the value at the start of the window, so that values lie on both sides of the threshold. */
  readonly threshold: number;
  readonly length: number;
}

function expectSameAnswers(timeline: Timeline, model: Model, { window, threshold, length }: Question): void {
  const steps = model.steps(window);
  const toEnd = model.steps({ start: window.start, end: FOREVER });
  const limit = steps[0].value + threshold;
  const extreme = (better: (a: number, b: number) => boolean): Step =>
    steps.reduce((best, step) => (better(step.value, best.value) ? step : best));

  const cut = timeline.cut(window);
  const answers = {
    size: timeline.size,
    valueAt: timeline.valueAt(window.start),
    steps: [...timeline.steps(window)],
    least: timeline.least(window),
    greatest: timeline.greatest(window),
    firstBelow: timeline.firstBelow(limit, window),
    firstAtLeast: timeline.firstAtLeast(limit, window.start),
    lastBelow: timeline.lastBelow(limit, window),
    earliestFit: timeline.earliestFit(limit, length, window.start),
    nextChange: timeline.nextChange(window.start),
    lastChangeBy: timeline.lastChangeBy(window.start),
    lastChange: timeline.lastChange,
    cut: { size: cut.size, steps: [...cut.steps({ start: 0, end: FOREVER })], least: cut.least(window) },
  };
  expect(answers).toEqual({
    size: model.size,
    valueAt: steps[0].value,
    steps,
    least: extreme((a, b) => a < b),
    greatest: extreme((a, b) => a > b),
    firstBelow: steps.find(({ value }) => value < limit)?.at,
    firstAtLeast: toEnd.find(({ value }) => value >= limit)?.at,
    lastBelow: steps.findLast(({ value }) => value < limit)?.at,
    earliestFit: model.earliestFit(limit, length, window.start),
    nextChange: toEnd[1]?.at,
    lastChangeBy: model.lastChangeBy(window.start),
    lastChange: model.lastChange,
    cut: {
      size: steps.length - 1,
      steps: [{ at: 0, value: steps[0].value }, ...steps.slice(1)],
      least: extreme((a, b) => a < b),
    },
  });
}

const amount = fc.integer({ min: -6, max: 6 });

function windowUpTo(range: number): fc.Arbitrary<TimeWindow> {
  const length = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: range }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 1, arbitrary: fc.constant(FOREVER) },
  );
  return fc
    .record({ start: fc.nat(range), length })
    .map(({ start, length }) => ({ start, end: start + length }));
}

function questionUpTo(range: number): fc.Arbitrary<Question> {
  return fc.record({
    window: windowUpTo(range),
    threshold: fc.integer({ min: -8, max: 8 }),
    length: fc.oneof(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: range }),
      fc.constant(FOREVER),
    ),
  });
}

describe('a timeline answers like the model', () => {
  it('while few instants come, go and collide', () => {
    const range = 40;
    const command = fc.oneof(
      { weight: 5, arbitrary: fc.record({ window: windowUpTo(range), amount }) },
      { weight: 5, arbitrary: fc.record({ question: questionUpTo(range) }) },
      { weight: 1, arbitrary: fc.record({ forget: fc.nat(range) }) },
    );
    fc.assert(
      fc.property(fc.array(command, { size: '+1' }), (commands) => {
        const timeline = new Timeline();
        const model = new Model();
        for (const step of commands) {
          if ('window' in step) [timeline, model].forEach((each) => each.add(step.window, step.amount));
          else if ('forget' in step) [timeline, model].forEach((each) => each.forgetBefore(step.forget));
          else expectSameAnswers(timeline, model, step.question);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('while thousands of instants come and go, so that nodes split and merge', () => {
    const range = 12_000;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(windowUpTo(range), amount), { minLength: 1500, maxLength: 2500 }),
        fc.array(questionUpTo(range), { minLength: 60, maxLength: 60 }),
        fc.nat(range),
        (additions, questions, forgotten) => {
          const timeline = new Timeline();
          const model = new Model();
          const addAll = (sign: 1 | -1, part: typeof additions): void => {
            for (const [window, amount] of part) {
              timeline.add(window, sign * amount);
              model.add(window, sign * amount);
            }
          };
          const ask = (from: number): void => {
            for (const question of questions.slice(from, from + 20))
              expectSameAnswers(timeline, model, question);
          };
          addAll(1, additions);
          ask(0);
          addAll(-1, additions.slice(additions.length / 10));
          ask(20);
          addAll(1, additions);
          timeline.forgetBefore(forgotten);
          model.forgetBefore(forgotten);
          ask(40);
          for (const each of [timeline, model]) each.forgetBefore(2 * range);
          addAll(-1, additions);
          ask(40);
        },
      ),
      { numRuns: runs(15), endOnFailure: true },
    );
  });

  it('built at once from unsorted changes, and changed afterwards', () => {
    const time = fc.oneof(fc.nat(6000), fc.integer({ min: 0, max: 253_402_300_799 }), fc.constant(FOREVER));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(time, amount), { maxLength: 6000, size: 'max' }),
        fc.array(fc.tuple(windowUpTo(6000), amount), { maxLength: 200 }),
        fc.array(questionUpTo(6000), { minLength: 10 }),
        (changes, additions, questions) => {
          const list = new ChangeList();
          const model = new Model();
          for (const [at, delta] of changes) {
            list.push(at, delta);
            model.change(at, delta);
          }
          // What was stored beyond the count is ignored.
          list.push(1, 1000);
          list.count -= 1;
          const timeline = Timeline.fromChanges(list);
          for (const question of questions) expectSameAnswers(timeline, model, question);
          for (const [window, delta] of additions)
            [timeline, model].forEach((each) => each.add(window, delta));
          for (const question of questions) expectSameAnswers(timeline, model, question);
        },
      ),
      { numRuns: runs(30), endOnFailure: true },
    );
  });

  it('until everything that was added is taken away again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(windowUpTo(3000), amount), { minLength: 500, maxLength: 1000 }),
        (additions) => {
          const timeline = new Timeline();
          for (const [window, delta] of additions) timeline.add(window, delta);
          for (const [window, delta] of additions) timeline.add(window, -delta);
          expectSameAnswers(timeline, new Model(), {
            window: { start: 0, end: FOREVER },
            threshold: 1,
            length: 1,
          });
        },
      ),
      { numRuns: runs(20), endOnFailure: true },
    );
  });
});
