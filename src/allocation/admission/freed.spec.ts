import { entry } from '../../../test/support/folds.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER } from '../../kernel/time-window.js';
import type { Movement } from '../fold/entry.js';
import { Freed } from './freed.js';

const window = { start: 10, end: 20 };

describe('what came free for waiting reservations', () => {
  it('spans all windows since the last call, in any order', () => {
    const freed = new Freed();
    expect(freed.take()).toBeUndefined();
    freed.note(window);
    freed.note({ start: 30, end: 40 });
    freed.note({ start: 5, end: 7 });
    expect(freed.take()).toEqual({ start: 5, end: 40 });
    expect(freed.take()).toBeUndefined();
    freed.note({ start: 15, end: FOREVER });
    freed.note(window);
    expect(freed.take()).toEqual({ start: 10, end: FOREVER });
  });

  it.each<{ moves: Movement; amounts: ResourceAmounts; frees: boolean }>([
    { moves: 'total', amounts: { cores: 1 }, frees: true },
    { moves: 'total', amounts: { cores: -1 }, frees: false },
    { moves: 'total', amounts: { cores: -1, ram: 1 }, frees: true },
    { moves: 'reserved', amounts: { cores: 1 }, frees: false },
    { moves: 'reserved', amounts: { cores: -1 }, frees: true },
    { moves: 'reserved', amounts: { cores: 1, ram: -1 }, frees: true },
    { moves: 'allocated', amounts: { cores: 1 }, frees: false },
    { moves: 'allocated', amounts: { cores: -1 }, frees: true },
    { moves: 'reserved', amounts: {}, frees: false },
  ])('counts an entry of $moves $amounts: $frees', ({ moves, amounts, frees }) => {
    const freed = new Freed();
    freed.noteEntry(entry('a', moves, window, amounts));
    expect(freed.take()).toEqual(frees ? window : undefined);
  });
});
