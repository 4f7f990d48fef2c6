import { needsOn, type Admission } from './admission.js';
import { ZoneFold } from './zone-fold.js';

/** The fold of a zone with 100 entries, of which others have written the first 40. */
function fold(): ZoneFold {
  const folded = new ZoneFold('z', 40, 0, 0, new Map(), []);
  folded.head = 100;
  return folded;
}

function doubtful(since: number | undefined): Admission<void> {
  return { doubt: { since, needs: { heldBefore: ['r'] } }, decide: () => undefined };
}

const protecting: Admission<void> = { needs: { protectorsOf: ['e'] }, decide: () => undefined };

describe('what a batch has to see', () => {
  it.each([40, 41, 100, 150])('is not in doubt when others have written nothing since %d', (since) => {
    expect(needsOn(fold(), [doubtful(since)], false).heldBefore).toEqual([]);
  });

  it.each([undefined, 0, 39])('is in doubt when others may have written since %s', (since) => {
    expect(needsOn(fold(), [doubtful(150), doubtful(since)], false).heldBefore).toEqual(['r']);
  });

  it('is in doubt when the fold may be behind', () => {
    expect(needsOn(fold(), [doubtful(150)], true).heldBefore).toEqual(['r']);
  });

  it('is in doubt when something else is read: that may show what others have written', () => {
    const { heldBefore, protectorsOf } = needsOn(fold(), [protecting, doubtful(150)], false);
    expect([heldBefore, protectorsOf]).toEqual([['r'], ['e']]);
  });

  it('is what is needed where nothing is in doubt', () => {
    const { heldBefore, protectorsOf } = needsOn(fold(), [protecting], true);
    expect([heldBefore, protectorsOf]).toEqual([[], ['e']]);
  });
});
