import fc from 'fast-check';
import { entry, foldOf, LAST_SECOND, smallWindow, smallWorld } from '../../test/support/folds.js';
import type { Figures } from '../allocation/fold/capacity-timelines.js';
import { addFigures, NO_FIGURES } from './figures.js';
import { shapesIn } from './shapes.js';

const DAY = { start: 0, end: 24 };
const FIGURES = ['total', 'reserved', 'allocated', 'available'] as const;

describe('the figures in whole shapes', () => {
  it('are all of one instant of a provider, though each class is scarcest at another one', () => {
    const fold = foldOf([
      entry('a', 'total', DAY, { cores: 10, instances: 10 }),
      entry('a', 'reserved', { start: 10, end: 11 }, { cores: 6, instances: 2 }),
      entry('a', 'total', { start: 12, end: 13 }, { instances: -7 }),
    ]);
    const figures = shapesIn([fold.provider('a')], { cores: 2, instances: 1 }, DAY);
    expect(figures).toEqual({ total: 5, reserved: 2, allocated: 0, available: 2 });
  });

  it('are those of the earliest instant of each provider at which the fewest are available', () => {
    const shapes = fc.record({ cores: fc.integer({ min: 1, max: 3 }), ram: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(smallWorld({ cores: 4, ram: 6 }), smallWindow, shapes, (world, asked, shape) => {
        const window = { start: asked.start, end: Math.min(asked.end, LAST_SECOND + 2) };
        const fold = foldOf(world);
        const views = [...fold.providerIds()].map((id) => fold.provider(id));
        const timesAt = (view: (typeof views)[number], second: number): Figures => {
          const times = FIGURES.map((figure) => {
            const fits = (name: 'cores' | 'ram') => view.figuresAt(name, second)[figure] / shape[name];
            return [figure, Math.max(0, Math.floor(Math.min(fits('cores'), fits('ram'))))];
          });
          return Object.fromEntries(times) as Figures;
        };
        const seconds = Array.from({ length: window.end - window.start }, (_, i) => window.start + i);
        const expected = views
          .map((view) => seconds.map((second) => timesAt(view, second)))
          .map((all) => all.reduce((worst, one) => (one.available < worst.available ? one : worst)))
          .reduce(addFigures, NO_FIGURES);
        expect(shapesIn(views, shape, window)).toEqual(expected);
      }),
    );
  });
});
