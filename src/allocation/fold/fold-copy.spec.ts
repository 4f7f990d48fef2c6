import fc from 'fast-check';
import { entry, foldOf, smallWindow, smallWorld } from '../../../test/support/folds.js';
import { WITHOUT_PAUSE } from '../../kernel/pace.js';
import { FOREVER } from '../../kernel/time-window.js';
import { copyOf, differencesFrom, foldPartsOf } from './fold-copy.js';
import type { LedgerEntry } from './entry.js';

const ALWAYS = { start: 0, end: FOREVER };

/** The differences found between a ledger and a fold of the stored and drafted entries. */
async function differences(stored: readonly LedgerEntry[], drafted: readonly LedgerEntry[], ledger = stored) {
  const kept = foldOf(stored);
  kept.whole();
  for (const each of drafted) kept.apply(each);
  const rebuilt = foldOf(ledger);
  return differencesFrom(
    rebuilt,
    copyOf({ fold: kept, entries: drafted }, foldPartsOf(kept, rebuilt)),
    WITHOUT_PAUSE,
  );
}

describe('the comparison of a kept fold with the ledger', () => {
  it('finds nothing when the fold is made of the same entries, whatever a draft has posted since', () =>
    fc.assert(
      fc.asyncProperty(
        smallWorld({ cores: 5, ram: 5 }),
        smallWorld({ cores: 5, gpus: 2 }),
        async (stored, drafted) => {
          expect(await differences(stored, drafted)).toEqual([]);
        },
      ),
    ));

  it('finds an entry that the fold lacks, and one that it has too many', () =>
    fc.assert(
      fc.asyncProperty(smallWorld({ cores: 5, ram: 5 }), smallWindow, async (stored, window) => {
        const odd = entry('a', 'total', window, { cores: 1 });
        expect(await differences(stored, [], [...stored, odd])).not.toEqual([]);
        expect(await differences([...stored, odd], [], stored)).not.toEqual([]);
      }),
    ));

  it('names the first instant, the figure and both values', async () => {
    const stored = [entry('a', 'total', ALWAYS, { cores: 4 })];
    const late = entry('a', 'reserved', { start: 5, end: 9 }, { cores: 1 });
    const found = await differences(stored, [], [...stored, late]);
    expect(found.filter(({ providerId }) => providerId === 'a')).toEqual([
      { zoneId: 'z', providerId: 'a', name: 'cores', figure: 'available', at: 5, kept: 4, ledger: 3 },
    ]);
  });

  it('finds capacity in a zone whose ledger has none', async () => {
    const found = await differences([entry('a', 'total', ALWAYS, { cores: 4 })], [], []);
    expect(found).toContainEqual(expect.objectContaining({ providerId: undefined, kept: 4, ledger: 0 }));
  });
});
