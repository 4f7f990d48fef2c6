import fc from 'fast-check';
import { NODE_CAPACITY, TimelineNode } from './node.js';
import { runs } from '../../../test/support/runs.js';

/** Checks the fill of every node, the depth of all leaves, and each entry against its child. Returns the height. */
function expectSound(node: TimelineNode): number {
  expect(node.count).toBeLessThanOrEqual(NODE_CAPACITY);
  expect(node.starts).toEqual([...node.starts].sort((a, b) => a - b));
  if (!node.children) return 1;
  const { starts, sums, leasts, greatests } = TimelineNode.branch(node.children);
  expect([node.starts, node.sums, node.leasts, node.greatests]).toEqual([starts, sums, leasts, greatests]);
  node.children.forEach((child, i, children) => {
    expect(child.count).toBeGreaterThan(0);
    if (i > 0) expect(children[i - 1].count + child.count).toBeGreaterThan(NODE_CAPACITY / 2);
  });
  const heights = new Set(node.children.map(expectSound));
  expect(heights.size).toBe(1);
  return 1 + Math.max(...heights);
}

/** A branch above one leaf for each size, with changes of 1 from `start` on. */
function branchOf(start: number, sizes: number[]): TimelineNode {
  let at = start;
  return TimelineNode.branch(
    sizes.map((size) => {
      const times = Array.from({ length: size }, () => at++);
      return TimelineNode.leaf(
        times,
        times.map(() => 1),
      );
    }),
  );
}

describe('the tree of a timeline', () => {
  const times = (range: number) => fc.uniqueArray(fc.nat(range), { minLength: 5000, maxLength: 6000 });

  function grown(instants: number[]): TimelineNode {
    let root = TimelineNode.leaf([], []);
    for (const at of instants) {
      root.change(at, 1);
      root = TimelineNode.settled(root);
    }
    return root;
  }

  it('stays sound while it grows and shrinks to nothing', () => {
    fc.assert(
      fc.property(times(100_000), (instants) => {
        let root = grown(instants);
        expect(root.size).toBe(instants.length);
        expect(expectSound(root)).toBe(3);
        for (const [i, at] of instants.entries()) {
          root.change(at, -1);
          root = TimelineNode.settled(root);
          if (i % 1000 === 0) expectSound(root);
        }
        expect(root).toEqual(TimelineNode.leaf([], []));
      }),
      { numRuns: runs(3), endOnFailure: true },
    );
  });

  it('stays sound while it is forgotten bit by bit', () => {
    fc.assert(
      fc.property(times(20_000), fc.integer({ min: 500, max: 3000 }), (instants, stride) => {
        let root = grown(instants);
        let size = instants.length;
        for (let upTo = 0; size > 0; upTo += stride) {
          size -= root.forget(upTo);
          root = TimelineNode.settled(root);
          expectSound(root);
          expect(root.size).toBe(size);
          expect(size).toBe(instants.filter((at) => at > upTo).length);
        }
        expect(root).toEqual(TimelineNode.leaf([], []));
      }),
      { numRuns: runs(5), endOnFailure: true },
    );
  });

  it('merges the two leaves at the seam of two branches that are merged', () => {
    const earlier = branchOf(
      0,
      Array.from({ length: 16 }, () => 20),
    );
    const later = branchOf(1000, [12, 21, 16, 17, ...Array.from({ length: 13 }, () => 20)]);
    const root = TimelineNode.branch([earlier, later]);
    expectSound(root);

    // The leaves of 16 and 17 are merged, so the branches have 16 each and are merged; 20 and 12 are then neighbours.
    root.change(1000 + 12 + 21, -1);

    const settled = TimelineNode.settled(root);
    expectSound(settled);
    expect(settled.count).toBe(31);
  });
});
