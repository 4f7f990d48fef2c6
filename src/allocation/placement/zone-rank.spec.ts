import { entry, foldOf } from '../../../test/support/folds.js';
import { FOREVER } from '../../kernel/time-window.js';
import { AddressBook } from '../addresses/address-book.js';
import { demandOf } from './demand.js';
import { declaresEnough, zoneRank } from './zone-rank.js';

const ALWAYS = { start: 0, end: FOREVER };
const WINDOW = { start: 10, end: 20 };
const fold = foldOf([
  entry('a', 'total', ALWAYS, { cores: 8, addresses: 9 }),
  entry('b', 'total', ALWAYS, { cores: 3 }),
  entry('a', 'reserved', { start: 15, end: 30 }, { cores: 2 }),
]);

function rank(amounts: Record<string, number>, book?: AddressBook, only?: readonly string[]): number {
  return zoneRank(fold, demandOf(amounts), WINDOW, only ? { only: new Set(only) } : {}, book);
}

describe('the rank of a zone', () => {
  it('is how many times the demand fits into the roomiest provider throughout the window', () => {
    expect(rank({ cores: 2 })).toBe(3);
    expect(rank({ cores: 2 }, undefined, ['b'])).toBe(1.5);
  });

  it('is at most how many times it fits into the free addresses', () => {
    const held = (address: string, start: number) => ({
      reservationId: address,
      address,
      window: { start, end: start + 5 },
    });
    const book = new AddressBook(['192.0.2.0/29'], [held('192.0.2.1', 12), held('192.0.2.2', 40)]);
    // Four were never held, which suffices; for five it counts the one that is held at another time, too.
    expect(rank({ cores: 1, addresses: 1 }, book)).toBe(4);
    expect(rank({ cores: 1, addresses: 4 }, book)).toBe(1);
    expect(rank({ cores: 1, addresses: 5 }, book)).toBe(1);
    expect(rank({ cores: 1, addresses: 6 }, book)).toBeCloseTo(5 / 6);
    expect(rank({ cores: 2 }, new AddressBook([], []))).toBe(3);
  });

  it('is below that of a full zone where no provider is allowed, and lowest where nothing is in force', () => {
    expect(rank({ gpus: 1 })).toBe(0);
    expect(rank({ cores: 2 }, undefined, [])).toBe(-1);
    expect(zoneRank(foldOf([]), demandOf({ cores: 1 }), WINDOW, {}, undefined)).toBe(-2);
  });
});

describe('what the providers of a zone declare', () => {
  const declared = (amounts: Record<string, number>, only?: readonly string[]) =>
    declaresEnough(fold, demandOf(amounts), WINDOW, only ? { only: new Set(only) } : {});

  it('suffices if their sum does in each class, taken or not', () => {
    expect(declared({ cores: 11 })).toBe(true);
    expect(declared({ cores: 12 })).toBe(false);
    expect(declared({ cores: 11 }, ['a'])).toBe(false);
    expect(declared({ cores: 1, addresses: 10 })).toBe(false);
    expect(declared({ gpus: 1 })).toBe(false);
  });
});
