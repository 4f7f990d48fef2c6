import fc from 'fast-check';
import { Bag } from './bag.js';

describe('a bag', () => {
  it('has the items that were added and not removed', () => {
    const steps = fc.array(fc.record({ isAdd: fc.boolean(), pick: fc.nat() }), { maxLength: 100 });
    fc.assert(
      fc.property(steps, (all) => {
        const bag = new Bag<number>();
        const model = new Set<number>();
        const removals: { item: number; remove: () => boolean }[] = [];
        for (const [item, { isAdd, pick }] of all.entries()) {
          if (isAdd || removals.length === 0) {
            removals.push({ item, remove: bag.add(item) });
            model.add(item);
          } else {
            const removal = removals[pick % removals.length];
            expect(removal.remove()).toBe(model.delete(removal.item));
          }
          expect([...bag].toSorted((a, b) => a - b)).toEqual([...model]);
          expect(bag.size).toBe(model.size);
        }
      }),
    );
  });

  it('may change while it is read', () => {
    const bag = new Bag<string>();
    const removals = ['a', 'b', 'c'].map((item) => bag.add(item));
    const seen: string[] = [];
    for (const item of bag) {
      seen.push(item);
      for (const remove of removals) remove();
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(bag.size).toBe(0);
  });
});
