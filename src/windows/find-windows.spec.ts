import { earliestOf, type FoundWindow } from './find-windows.js';

const at = (start: number, zoneId: string): FoundWindow => ({ zoneId, start, latestStart: start, free: {} });
const found = (...windows: FoundWindow[]) => ({ windows, isMore: false });

describe('the earliest windows of all zones', () => {
  it('are ordered by start, then by zone', () => {
    const all = [found(at(5, 'c'), at(7, 'c')), found(at(5, 'a'), at(9, 'a')), found(at(5, 'b'))];
    const inOrder = [at(5, 'a'), at(5, 'b'), at(5, 'c'), at(7, 'c'), at(9, 'a')];
    expect(earliestOf(all, 5)).toEqual({ windows: inOrder, isMore: false });
    expect(earliestOf(all.toReversed(), 4)).toEqual({ windows: inOrder.slice(0, 4), isMore: true });
  });

  it('are not all where a zone has more', () => {
    expect(earliestOf([found(at(5, 'a')), { ...found(), isMore: true }], 9).isMore).toBe(true);
  });
});
